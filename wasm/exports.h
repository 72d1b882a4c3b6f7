/* SPDX-License-Identifier: MIT
 *
 * What JavaScript calls, as WebAssembly exports and through the Node.js addon: katwise.h over one
 * piece of memory that JavaScript can write to. Algorithms are given by their place in the table.
 *
 *   memory   0            the state of a hash or a MAC (JS_STATE bytes), or of a verification
 *            JS_KEY       a MAC's key, as long as the row says
 *            JS_TAG       a tag
 *            JS_DATA      messages, outputs, text, requests
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

enum { JS_STATE = 384, JS_KEY = 832, JS_TAG = 896, JS_DATA = 960, JS_MANY = 64 };

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __wasm__
#define JS(name) __attribute__((export_name(#name))) int js_##name
#else
#define JS(name) int js_##name
#endif

/* Lines of words between tabs: version, layout, statuses, hashes, MACs, .. (exports.c). */
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

/* ---- Signatures: signatures.c ----
 *
 * Most calls take a request at JS_DATA. JS_REQUEST bytes further its parts begin, one behind the
 * other; then comes the output, but a signature takes the place of the message. */
enum { JS_REQUEST = 256, JS_TOGETHER = 16 };
enum js_part { JS_PART_KEY, JS_CONTEXT, JS_RANDOMNESS, JS_SIGNATURE, JS_MESSAGE, JS_PARTS };
/* Of signing: kw_sign and its variants; key generation knows the first and the third, verification
 * the first and the last. */
enum js_mode { JS_HEDGED, JS_DETERMINISTIC, JS_DERAND, JS_INTERNAL };

typedef struct js_request {
  uint32_t row;
  uint32_t size[JS_PARTS]; /* bytes of each part */
  uint32_t mode;
  uint32_t prehash; /* 0: none; JS_ABSORBED: the state has the message; else 1 + a hash's place */
  uint32_t threads, checks;
  /* sig_verify_many: so many signatures, each with its message, lie behind the parts. */
  uint32_t count;
  uint32_t item[JS_TOGETHER][2]; /* the sizes of both */
} js_request;
enum { JS_ABSORBED = 0xffff };

JS(sig_keygen)(uint8_t *memory, size_t memory_size);     /* from a seed: the part JS_RANDOMNESS */
JS(sig_public_key)(uint8_t *memory, size_t memory_size); /* of a secret key */
JS(sig_check_key)(uint8_t *memory, size_t memory_size);
JS(sig_expand)(uint8_t *memory, size_t memory_size);
JS(sig_sign)(uint8_t *memory, size_t memory_size);
JS(sig_verify)(uint8_t *memory, size_t memory_size);
/* The results lie at JS_DATA in the end: a kw_status each. */
JS(sig_verify_many)(uint8_t *memory, size_t memory_size);
JS(sig_verify_init)(uint8_t *memory, size_t memory_size);
JS(sig_verify_update)(uint8_t *memory, size_t memory_size, size_t size); /* a message at JS_DATA */
JS(sig_verify_final)(uint8_t *memory, size_t memory_size);

/* ---- The addon alone: a message that lies elsewhere is read in place ---- */
#ifndef __wasm__
int js_hash_update_from(uint8_t *memory, size_t memory_size, uint8_t *in, size_t in_size);
int js_mac_update_from(uint8_t *memory, size_t memory_size, uint8_t *in, size_t in_size);
int js_sig_sign_from(uint8_t *memory, size_t memory_size, uint8_t *in, size_t in_size);
int js_sig_verify_update_from(uint8_t *memory, size_t memory_size, uint8_t *in, size_t in_size);
#endif

/* ---- Within C ---- */
#ifndef SWIG
/* Whether memory has this much behind JS_DATA, and a state can lie at its beginning. */
static inline int js_holds(const uint8_t *memory, size_t memory_size, size_t size)
{
  return (uintptr_t)memory % 8 == 0 && memory_size >= JS_DATA && size <= memory_size - JS_DATA;
}
#endif

#ifdef __cplusplus
}
#endif
#endif
