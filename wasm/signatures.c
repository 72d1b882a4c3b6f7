/* SPDX-License-Identifier: MIT
 * Signatures for JavaScript: requests, and the calls of katwise.h that they are for. */
#include <string.h>

#include "exports.h"

_Static_assert(sizeof(kw_verify_state) <= JS_KEY, "JS_KEY");
_Static_assert(sizeof(js_request) <= JS_REQUEST, "JS_REQUEST");
_Static_assert(sizeof(kw_status) == 4, "results are read as int32_t");

struct call {
  js_request request;
  const kw_sig *sig;
  uint8_t *part[JS_PARTS], *rest; /* the rest: behind the last part */
  size_t room;                    /* bytes of the rest */
  kw_sig_options options;
};
#define PART(c, name) (c).part[name], (c).request.size[name]

/* The next `size` bytes of the rest, or NULL. */
static uint8_t *take(struct call *c, size_t size)
{
  uint8_t *const at = c->rest;
  if (size > c->room) return NULL;
  c->rest += size;
  c->room -= size;
  return at;
}

/* 0 if memory does not hold the request, or it is none. */
static int read_request(struct call *c, uint8_t *memory, size_t memory_size)
{
  if (!js_holds(memory, memory_size, JS_REQUEST)) return 0;
  memcpy(&c->request, memory + JS_DATA, sizeof c->request);
  const js_request *const request = &c->request;
  c->sig = kw_sig_at(request->row);
  c->rest = memory + JS_DATA + JS_REQUEST;
  c->room = memory_size - JS_DATA - JS_REQUEST;
  for (size_t i = 0; i < JS_PARTS; i++)
    if (!(c->part[i] = take(c, request->size[i]))) return 0;
  c->options = (kw_sig_options){
    .context = c->part[JS_CONTEXT],
    .context_size = request->size[JS_CONTEXT],
    .threads = request->threads,
    .checks = request->checks,
  };
  if (request->prehash == JS_ABSORBED)
    c->options.hashed = (kw_hash_state *)(void *)memory;
  else if (request->prehash)
    c->options.prehash = kw_hash_at(request->prehash - 1);
  return !request->prehash || c->options.hashed || c->options.prehash;
}

/* ---- Keys ---- */
int js_sig_keygen(uint8_t *memory, size_t memory_size)
{
  struct call c;
  if (!read_request(&c, memory, memory_size)) return KW_BAD_ARGUMENT;
  const size_t pk_size = kw_sig_public_key_size(c.sig), sk_size = kw_sig_secret_key_size(c.sig);
  uint8_t *const pk = take(&c, pk_size), *const sk = take(&c, sk_size);
  const unsigned threads = c.request.threads;
  if (!pk || !sk) return KW_BAD_ARGUMENT;
  if (c.request.mode == JS_HEDGED) return kw_sig_keygen(c.sig, pk, pk_size, sk, sk_size, threads);
  return kw_sig_keygen_from_seed(c.sig, pk, pk_size, sk, sk_size, PART(c, JS_RANDOMNESS), threads);
}

int js_sig_public_key(uint8_t *memory, size_t memory_size)
{
  struct call c;
  if (!read_request(&c, memory, memory_size)) return KW_BAD_ARGUMENT;
  const size_t size = kw_sig_public_key_size(c.sig);
  uint8_t *const pk = take(&c, size);
  if (!pk) return KW_BAD_ARGUMENT;
  return kw_sig_public_key(c.sig, pk, size, PART(c, JS_PART_KEY));
}

int js_sig_check_key(uint8_t *memory, size_t memory_size)
{
  struct call c;
  if (!read_request(&c, memory, memory_size)) return KW_BAD_ARGUMENT;
  return kw_sig_check_key(c.sig, PART(c, JS_PART_KEY), c.request.threads);
}

int js_sig_expand(uint8_t *memory, size_t memory_size)
{
  struct call c;
  if (!read_request(&c, memory, memory_size)) return KW_BAD_ARGUMENT;
  const size_t size = kw_sig_expanded_size(c.sig);
  uint8_t *const expanded = take(&c, size);
  if (!expanded) return KW_BAD_ARGUMENT;
  return kw_sig_expand(c.sig, expanded, size, PART(c, JS_PART_KEY), c.request.threads);
}

/* ---- Signing ---- */
static int sign(const struct call *c, const uint8_t *msg, size_t msg_size)
{
  uint8_t *const out = c->part[JS_MESSAGE];
  const size_t size = kw_sig_signature_size(c->sig);
  const size_t randomness_size = c->request.size[JS_RANDOMNESS];
  const uint8_t *const randomness = randomness_size ? c->part[JS_RANDOMNESS] : NULL;
  if (size > c->room + c->request.size[JS_MESSAGE]) return KW_BAD_ARGUMENT;
  switch (c->request.mode) {
    case JS_HEDGED:
      return kw_sign(c->sig, out, size, msg, msg_size, PART(*c, JS_PART_KEY), &c->options);
    case JS_DETERMINISTIC:
      return kw_sign_deterministic(c->sig, out, size, msg, msg_size, PART(*c, JS_PART_KEY),
                                   &c->options);
    case JS_DERAND:
      return kw_sign_derand(c->sig, out, size, msg, msg_size, PART(*c, JS_PART_KEY), randomness,
                            randomness_size, &c->options);
    case JS_INTERNAL:
      return kw_sign_internal(c->sig, out, size, msg, msg_size, PART(*c, JS_PART_KEY), randomness,
                              randomness_size);
    default: return KW_BAD_ARGUMENT;
  }
}

int js_sig_sign(uint8_t *memory, size_t memory_size)
{
  struct call c;
  if (!read_request(&c, memory, memory_size)) return KW_BAD_ARGUMENT;
  return sign(&c, PART(c, JS_MESSAGE));
}

/* ---- Verification ---- */
int js_sig_verify(uint8_t *memory, size_t memory_size)
{
  struct call c;
  if (!read_request(&c, memory, memory_size)) return KW_BAD_ARGUMENT;
  if (c.request.mode == JS_INTERNAL)
    return kw_verify_internal(c.sig, PART(c, JS_SIGNATURE), PART(c, JS_MESSAGE),
                              PART(c, JS_PART_KEY));
  return kw_verify(c.sig, PART(c, JS_SIGNATURE), PART(c, JS_MESSAGE), PART(c, JS_PART_KEY),
                   &c.options);
}

int js_sig_verify_many(uint8_t *memory, size_t memory_size)
{
  struct call c;
  kw_signed items[JS_TOGETHER];
  kw_status results[JS_TOGETHER];
  if (!read_request(&c, memory, memory_size)) return KW_BAD_ARGUMENT;
  const size_t count = c.request.count;
  if (count > JS_TOGETHER) return KW_BAD_ARGUMENT;
  for (size_t i = 0; i < count; i++) {
    const uint32_t *const size = c.request.item[i];
    const uint8_t *const signature = take(&c, size[0]), *const msg = take(&c, size[1]);
    if (!signature || !msg) return KW_BAD_ARGUMENT;
    items[i] = (kw_signed){signature, size[0], msg, size[1]};
  }
  const int status = kw_verify_many(c.sig, count, results, items, PART(c, JS_PART_KEY), &c.options);
  memcpy(memory + JS_DATA, results, count * sizeof results[0]);
  return status;
}

static kw_verify_state *verify_state(uint8_t *memory) { return (kw_verify_state *)(void *)memory; }

int js_sig_verify_init(uint8_t *memory, size_t memory_size)
{
  struct call c;
  if (!read_request(&c, memory, memory_size)) return KW_BAD_ARGUMENT;
  return kw_verify_init(verify_state(memory), c.sig, PART(c, JS_SIGNATURE), PART(c, JS_PART_KEY),
                        &c.options);
}

int js_sig_verify_update(uint8_t *memory, size_t memory_size, size_t size)
{
  if (!js_holds(memory, memory_size, size)) return KW_BAD_ARGUMENT;
  return kw_verify_update(verify_state(memory), memory + JS_DATA, size);
}

int js_sig_verify_final(uint8_t *memory, size_t memory_size)
{
  struct call c;
  if (!read_request(&c, memory, memory_size)) return KW_BAD_ARGUMENT;
  return kw_verify_final(verify_state(memory), PART(c, JS_SIGNATURE));
}

#ifndef __wasm__
int js_sig_sign_from(uint8_t *memory, size_t memory_size, uint8_t *in, size_t in_size)
{
  struct call c;
  if (!read_request(&c, memory, memory_size)) return KW_BAD_ARGUMENT;
  return sign(&c, in, in_size);
}

int js_sig_verify_update_from(uint8_t *memory, size_t memory_size, uint8_t *in, size_t in_size)
{
  if (!js_holds(memory, memory_size, 0)) return KW_BAD_ARGUMENT;
  return kw_verify_update(verify_state(memory), in, in_size);
}
#endif
