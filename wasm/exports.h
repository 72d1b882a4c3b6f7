/* SPDX-License-Identifier: MIT
 *
 * What JavaScript calls, as WebAssembly exports and through the Node.js addon: katwise.h over one
 * piece of memory that JavaScript can write to. Algorithms are given by their place in the table.
 *
 *   memory   0            the state of a hash or a MAC
 *            JS_KEY       a key, as long as the row says
 *            JS_TAG       a tag
 *            JS_DATA      messages, outputs, text
 *
 * The calls return a kw_status, or the size of what they wrote; KW_BAD_ARGUMENT if memory is too
 * small for it or not aligned to 8 bytes. They wipe nothing: JavaScript does, once it has its
 * result.
 */
#ifndef KATWISE_EXPORTS_H
#define KATWISE_EXPORTS_H
#include <stddef.h>
#include <stdint.h>

#include "katwise.h"

enum { JS_KEY = 384, JS_TAG = 448, JS_DATA = 512, JS_MANY = 64 };

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __wasm__
#define JS(name) __attribute__((export_name(#name))) int js_##name
#else
#define JS(name) int js_##name
#endif

/* Lines of words between tabs: version, layout, statuses, hashes, MACs, levels (exports.c). */
JS(describe)(uint8_t *memory, size_t memory_size);
JS(level)(uint8_t *memory, size_t memory_size);
JS(level_use)(uint8_t *memory, size_t memory_size, size_t name_size);
JS(random)(uint8_t *memory, size_t memory_size, size_t size);

JS(hash_init)(uint8_t *memory, size_t memory_size, size_t row);
JS(hash_update)(uint8_t *memory, size_t memory_size, size_t size);
JS(hash_squeeze)(uint8_t *memory, size_t memory_size, size_t out_size);
JS(hash_once)(uint8_t *memory, size_t memory_size, size_t row, size_t out_size, size_t size);
/* At JS_DATA: the sizes of up to JS_MANY messages as uint32_t, room for JS_MANY of them; then the
 * messages one behind the other; then the outputs. The size of sizes and messages is returned. */
JS(hash_many)(uint8_t *memory, size_t memory_size, size_t row, size_t out_size, size_t count);

JS(mac_init)(uint8_t *memory, size_t memory_size, size_t row);
JS(mac_update)(uint8_t *memory, size_t memory_size, size_t size);
JS(mac_final)(uint8_t *memory, size_t memory_size, size_t row);
JS(mac_final_verify)(uint8_t *memory, size_t memory_size, size_t row);
JS(mac_once)(uint8_t *memory, size_t memory_size, size_t row, size_t size);
JS(mac_verify)(uint8_t *memory, size_t memory_size, size_t row, size_t size);

#ifdef __cplusplus
}
#endif
#endif
