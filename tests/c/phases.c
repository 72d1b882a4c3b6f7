/* SPDX-License-Identifier: MIT
 * Which call is possible after which: every sequence of DEPTH calls, each compared with a model of
 * the rules in katwise.h. */
#include <string.h>

#include "check.h"
#include "katwise.h"

enum { DEPTH = 5, PIECE = 50, READ = 7, TAG = 16 };

static const uint8_t message[DEPTH * PIECE] = "any message";
static const uint8_t key[64] = "a key of some length";

static void show(const char *what, const size_t *calls, const char *const *names, size_t count)
{
  char text[160] = "";
  for (size_t i = 0; i < count; i++) {
    strcat(text, " ");
    strcat(text, names[calls[i]]);
  }
  context("%s:%s", what, text);
}

/* ---- Hashes ---- */

enum hash_call { INIT, INIT_NULL, UPDATE, UPDATE_0, UPDATE_NULL, SQUEEZE, SQUEEZE_0, HASH_CALLS };
static const char *const hash_names[] = {"init",        "init-NULL", "update",   "update-0",
                                         "update-NULL", "squeeze",   "squeeze-0"};

struct hash_model {
  enum { NEW, ABSORBING, SQUEEZING, DONE } phase;
  size_t absorbed, read;
};

static kw_status model_squeeze(struct hash_model *m, const kw_hash *hash, size_t size)
{
  if (m->phase == NEW || m->phase == DONE) return KW_BAD_STATE;
  if (kw_hash_is_xof(hash)) {
    m->phase = SQUEEZING;
    m->read += size;
    return KW_OK;
  }
  if (size != kw_hash_digest_size(hash)) return KW_BAD_ARGUMENT;
  m->phase = DONE;
  m->read += size;
  return KW_OK;
}

static kw_status model_hash(struct hash_model *m, const kw_hash *hash, size_t call, size_t size)
{
  switch (call) {
    case INIT: *m = (struct hash_model){.phase = ABSORBING}; return KW_OK;
    case INIT_NULL: *m = (struct hash_model){.phase = NEW}; return KW_BAD_ARGUMENT;
    case UPDATE_NULL: return KW_BAD_ARGUMENT;
    case UPDATE:
    case UPDATE_0:
      if (m->phase != ABSORBING) return KW_BAD_STATE;
      m->absorbed += call == UPDATE ? PIECE : 0;
      return KW_OK;
    default: return model_squeeze(m, hash, size);
  }
}

static kw_status call_hash(kw_hash_state *s, const kw_hash *hash, size_t call, size_t absorbed,
                           uint8_t *out, size_t size)
{
  switch (call) {
    case INIT: return kw_hash_init(s, hash);
    case INIT_NULL: return kw_hash_init(s, NULL);
    case UPDATE: return kw_hash_update(s, message + absorbed, PIECE);
    case UPDATE_0: return kw_hash_update(s, message, 0);
    case UPDATE_NULL: return kw_hash_update(s, NULL, 3);
    default: return kw_hash_squeeze(s, out, size);
  }
}

/* After a good read: the bytes are those of the one-shot call; after a bad one: zeros. */
static void check_output(const kw_hash *hash, const struct hash_model *m, kw_status status,
                         const uint8_t *out, size_t size)
{
  uint8_t whole[256];
  if (status != KW_OK) {
    CHECK(all_bytes(out, 0, size), "the output is zero");
    return;
  }
  CHECK(kw_hash_once(hash, whole, m->read, message, m->absorbed) == KW_OK, "once");
  CHECK(same(out, whole + m->read - size, size), "output");
}

static void run_hash(const kw_hash *hash, const size_t *calls)
{
  const size_t digest = kw_hash_is_xof(hash) ? READ : kw_hash_digest_size(hash);
  struct hash_model m = {NEW, 0, 0};
  kw_hash_state state = {{0}};
  for (size_t i = 0; i < DEPTH; i++) {
    const int reads = calls[i] == SQUEEZE || calls[i] == SQUEEZE_0;
    const size_t size = calls[i] == SQUEEZE ? digest : 0, absorbed = m.absorbed;
    uint8_t out[64];
    memset(out, 0x5a, sizeof out);
    const kw_status right = model_hash(&m, hash, calls[i], size);
    const kw_status status = call_hash(&state, hash, calls[i], absorbed, out, size);
    CHECK(status == right, "call %zu: %s", i + 1, kw_status_text(status));
    if (reads) check_output(hash, &m, status, out, size);
  }
}

/* ---- MACs ---- */

enum mac_call {
  MAC_INIT,
  MAC_INIT_SHORT,
  MAC_UPDATE,
  MAC_UPDATE_0,
  MAC_FINAL,
  MAC_FINAL_SHORT,
  MAC_VERIFY,
  MAC_VERIFY_WRONG,
  MAC_VERIFY_SHORT,
  MAC_CALLS
};
static const char *const mac_names[] = {"init",     "init-short",   "update",
                                        "update-0", "final",        "final-short",
                                        "verify",   "verify-wrong", "verify-short"};

struct mac_model {
  int absorbing;
  size_t absorbed;
};

static kw_status model_mac(struct mac_model *m, size_t call)
{
  if (call == MAC_INIT || call == MAC_INIT_SHORT) {
    *m = (struct mac_model){call == MAC_INIT, 0};
    return call == MAC_INIT ? KW_OK : KW_BAD_ARGUMENT;
  }
  if (!m->absorbing) return KW_BAD_STATE;
  if (call == MAC_FINAL_SHORT || call == MAC_VERIFY_SHORT) return KW_BAD_ARGUMENT;
  if (call == MAC_UPDATE) m->absorbed += PIECE;
  if (call == MAC_UPDATE || call == MAC_UPDATE_0) return KW_OK;
  m->absorbing = 0;
  return call == MAC_VERIFY_WRONG ? KW_BAD_TAG : KW_OK;
}

static kw_status call_mac(kw_mac_state *s, const kw_mac *mac, size_t call, size_t absorbed,
                          const uint8_t right[TAG], uint8_t *tag)
{
  uint8_t wrong[TAG];
  memcpy(wrong, right, TAG);
  wrong[TAG - 1] ^= 0x80;
  switch (call) {
    case MAC_INIT: return kw_mac_init(s, mac, key, kw_mac_key_size(mac));
    case MAC_INIT_SHORT: return kw_mac_init(s, mac, key, kw_mac_key_size(mac) - 1);
    case MAC_UPDATE: return kw_mac_update(s, message + absorbed, PIECE);
    case MAC_UPDATE_0: return kw_mac_update(s, NULL, 0);
    case MAC_FINAL: return kw_mac_final(s, tag, TAG);
    case MAC_FINAL_SHORT: return kw_mac_final(s, tag, TAG - 1);
    case MAC_VERIFY: return kw_mac_final_verify(s, right, TAG);
    case MAC_VERIFY_WRONG: return kw_mac_final_verify(s, wrong, TAG);
    default: return kw_mac_final_verify(s, right, TAG - 1);
  }
}

static void run_mac(const kw_mac *mac, const size_t *calls)
{
  struct mac_model m = {0, 0};
  kw_mac_state state = {{0}};
  uint8_t right[TAG];
  for (size_t i = 0; i < DEPTH; i++) {
    const size_t absorbed = m.absorbed, key_size = kw_mac_key_size(mac);
    uint8_t tag[TAG];
    memset(tag, 0x5a, sizeof tag);
    CHECK(kw_mac_once(mac, right, TAG, message, absorbed, key, key_size) == KW_OK, "once");
    const kw_status expected = model_mac(&m, calls[i]);
    const kw_status status = call_mac(&state, mac, calls[i], absorbed, right, tag);
    CHECK(status == expected, "call %zu: %s", i + 1, kw_status_text(status));
    if (calls[i] == MAC_FINAL && status == KW_OK) CHECK(same(tag, right, TAG), "tag");
    if (status != KW_OK && calls[i] == MAC_FINAL) CHECK(all_bytes(tag, 0, TAG), "no tag");
    if (calls[i] == MAC_FINAL_SHORT) CHECK(all_bytes(tag, 0, TAG - 1), "no tag");
    if (status == KW_OK && !m.absorbing)
      CHECK(all_bytes(&state, 0, sizeof state), "the state is wiped");
  }
}

/* ---- Verification in pieces ---- */

enum sig_call {
  VER_INIT,
  VER_INIT_NULL,
  VER_UPDATE,
  VER_UPDATE_0,
  VER_UPDATE_NULL,
  VER_FINAL,
  VER_FINAL_WRONG, /* the last byte is another */
  VER_FINAL_OTHER, /* the first byte: what was hashed at the beginning */
  VER_FINAL_SHORT,
  SIG_CALLS
};
static const char *const sig_names[] = {"init",        "init-NULL",   "update",
                                        "update-0",    "update-NULL", "final",
                                        "final-wrong", "final-other", "final-short"};
enum { SIG_DEPTH = 4, SIGNATURE = 7856, PUBLIC_KEY = 32, SECRET_KEY = 64 };

static const kw_sig *sig; /* SLH-DSA-SHA2-128s: its signatures are the fastest to verify */
static uint8_t public_key[PUBLIC_KEY], signature[SIGNATURE];

/* A signature of PIECE bytes, for either form. */
static void make_signature(const kw_sig_options *options)
{
  static const uint8_t seed[48] = "a seed";
  uint8_t secret_key[SECRET_KEY];
  kw_sig_options threads = *options;
  threads.threads = 2;
  sig = kw_sig_find("SLH-DSA-SHA2-128s");
  kw_status status = kw_sig_keygen_from_seed(sig, public_key, PUBLIC_KEY, secret_key, SECRET_KEY,
                                             seed, sizeof seed, 2);
  CHECK(status == KW_OK, "keys");
  status = kw_sign_deterministic(sig, signature, SIGNATURE, message, PIECE, secret_key, SECRET_KEY,
                                 &threads);
  CHECK(status == KW_OK, "signature");
}

/* The model of a MAC's state fits. */
static kw_status model_sig(struct mac_model *m, size_t call)
{
  if (call == VER_INIT || call == VER_INIT_NULL) {
    *m = (struct mac_model){call == VER_INIT, 0};
    return call == VER_INIT ? KW_OK : KW_BAD_ARGUMENT;
  }
  if (call == VER_UPDATE_NULL) return KW_BAD_ARGUMENT;
  if (!m->absorbing) return KW_BAD_STATE;
  if (call == VER_UPDATE) m->absorbed += PIECE;
  if (call == VER_UPDATE || call == VER_UPDATE_0) return KW_OK;
  m->absorbing = 0;
  return call == VER_FINAL && m->absorbed == PIECE ? KW_OK : KW_BAD_SIGNATURE;
}

static kw_status call_sig(kw_verify_state *s, size_t call, size_t absorbed,
                          const kw_sig_options *options)
{
  static uint8_t wrong[SIGNATURE];
  memcpy(wrong, signature, SIGNATURE);
  wrong[call == VER_FINAL_OTHER ? 0 : SIGNATURE - 1] ^= 1;
  switch (call) {
    case VER_INIT:
      return kw_verify_init(s, sig, signature, SIGNATURE, public_key, PUBLIC_KEY, options);
    case VER_INIT_NULL:
      return kw_verify_init(s, NULL, signature, SIGNATURE, public_key, PUBLIC_KEY, options);
    case VER_UPDATE: return kw_verify_update(s, message + absorbed, PIECE);
    case VER_UPDATE_0: return kw_verify_update(s, NULL, 0);
    case VER_UPDATE_NULL: return kw_verify_update(s, NULL, 3);
    case VER_FINAL: return kw_verify_final(s, signature, SIGNATURE);
    case VER_FINAL_SHORT: return kw_verify_final(s, signature, SIGNATURE - 1);
    default: return kw_verify_final(s, wrong, SIGNATURE);
  }
}

static void run_sig(const size_t *calls, const kw_sig_options *options)
{
  struct mac_model m = {0, 0};
  kw_verify_state state = {{0}};
  for (size_t i = 0; i < SIG_DEPTH; i++) {
    const size_t absorbed = m.absorbed;
    const kw_status right = model_sig(&m, calls[i]);
    const kw_status status = call_sig(&state, calls[i], absorbed, options);
    CHECK(status == right, "call %zu: %s", i + 1, kw_status_text(status));
    if (!m.absorbing) CHECK(all_bytes(&state, 0, sizeof state), "the state is wiped");
  }
}

/* ---- All sequences ---- */

static size_t power(size_t base, size_t depth)
{
  size_t result = 1;
  while (depth-- > 0) result *= base;
  return result;
}

/* The digits of number in base `base`. */
static void sequence(size_t calls[DEPTH], size_t number, size_t base)
{
  for (size_t i = 0; i < DEPTH; i++, number /= base) calls[i] = number % base;
}

/* The pure form, and a pre-hash with a context. */
static void run_sigs(void)
{
  const kw_sig_options forms[2] = {
    {.context = NULL},
    {.context = "context", .context_size = 7, .prehash = kw_hash_find("sha3-256")},
  };
  size_t calls[DEPTH];
  plan(2 * power(SIG_CALLS, SIG_DEPTH));
  for (size_t form = 0; form < 2; form++) {
    context("signature");
    make_signature(&forms[form]);
    for (size_t n = 0; n < power(SIG_CALLS, SIG_DEPTH); n++) {
      sequence(calls, n, SIG_CALLS);
      show(form ? "prehash" : "pure", calls, sig_names, SIG_DEPTH);
      begin_case();
      run_sig(calls, &forms[form]);
    }
  }
}

int main(void)
{
  size_t calls[DEPTH];
  _Static_assert(SIZE(hash_names) == HASH_CALLS && SIZE(mac_names) == MAC_CALLS, "names");
  _Static_assert(SIZE(sig_names) == SIG_CALLS, "names");
  plan(kw_hash_count() * power(HASH_CALLS, DEPTH) + kw_mac_count() * power(MAC_CALLS, DEPTH));
  for (size_t row = 0; row < kw_hash_count(); row++)
    for (size_t n = 0; n < power(HASH_CALLS, DEPTH); n++) {
      sequence(calls, n, HASH_CALLS);
      show(kw_hash_name(kw_hash_at(row)), calls, hash_names, DEPTH);
      begin_case();
      run_hash(kw_hash_at(row), calls);
    }
  for (size_t row = 0; row < kw_mac_count(); row++)
    for (size_t n = 0; n < power(MAC_CALLS, DEPTH); n++) {
      sequence(calls, n, MAC_CALLS);
      show(kw_mac_name(kw_mac_at(row)), calls, mac_names, DEPTH);
      begin_case();
      run_mac(kw_mac_at(row), calls);
    }
  run_sigs();
  return report("phases");
}
