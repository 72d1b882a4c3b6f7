/* SPDX-License-Identifier: MIT
 * A target for libFuzzer (preset asan), and for replay.c: the input names an algorithm, a level and
 * how to hand over the message; what comes out has to be what the portable level gives in one call.
 *
 *   byte 0   the row: hashes, then MACs        byte 3   the number of pieces or messages
 *   byte 1   the level                         then     a byte for each piece: its size
 *   byte 2   once, stream or many              then     a key for a MAC; the message
 *
 * From SIGNATURES on byte 0 asks for a signature, and the message has what it is damaged by. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "katwise.h"
#include "kernels.h"

enum { HEAD = 4, PIECES = 40, OUT = 500, KEY = 64, TAG = 64, SIGNATURES = 244 };
enum { ONCE, STREAM, MANY, WAYS };

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

struct input {
  size_t pieces, size;
  const uint8_t *sizes, *message;
};

static struct kernels tables[MAX_LEVELS];
static size_t table_count;

static void prepare(void)
{
  const char *levels[MAX_LEVELS];
  const size_t count = available_levels(levels);
  for (size_t i = 0; i < count; i++) {
    use_level(levels[i]);
    tables[i] = kw_kernels;
  }
  table_count = count;
}

static void require(int good, const char *what)
{
  if (good) return;
  fprintf(stderr, "%s: %s\n", kw_kernels.level, what);
  abort();
}

/* The end of piece i that begins at `at`. */
static size_t end_of(const struct input *in, size_t i, size_t at)
{
  if (i + 1 >= in->pieces) return in->size;
  return at + in->sizes[i] < in->size ? at + in->sizes[i] : in->size;
}

static void stream(const kw_hash *hash, const struct input *in, uint8_t *out, size_t out_size)
{
  kw_hash_state state;
  int good = kw_hash_init(&state, hash) == KW_OK;
  for (size_t i = 0, at = 0, end; i < in->pieces; i++, at = end) {
    end = end_of(in, i, at);
    good &= kw_hash_update(&state, in->message + at, end - at) == KW_OK;
  }
  for (size_t i = 0, at = 0, n; at < out_size; at += n, i++) {
    n = kw_hash_is_xof(hash) && i < in->pieces ? in->sizes[i] : out_size - at;
    if (n > out_size - at) n = out_size - at;
    good &= kw_hash_squeeze(&state, out + at, n) == KW_OK;
  }
  require(good, "stream: status");
}

/* Message i is piece i. */
static void many(const kw_hash *hash, const struct input *in, size_t out_size)
{
  static uint8_t out[PIECES * OUT], want[OUT];
  const void *messages[PIECES];
  size_t sizes[PIECES];
  for (size_t i = 0, at = 0, end; i < in->pieces; i++, at = end) {
    end = end_of(in, i, at);
    messages[i] = in->message + at;
    sizes[i] = end - at;
  }
  require(kw_hash_many(hash, in->pieces, out, out_size, messages, sizes) == KW_OK, "many: status");
  kw_kernels = tables[0];
  for (size_t i = 0; i < in->pieces; i++) {
    require(kw_hash_once(hash, want, out_size, messages[i], sizes[i]) == KW_OK, "once: status");
    require(same(out + i * out_size, want, out_size), "kw_hash_many differs");
  }
}

static void fuzz_hash(const kw_hash *hash, const struct input *in, int way)
{
  const size_t out_size =
      kw_hash_is_xof(hash) ? (in->sizes[0] * 7u) % OUT : kw_hash_digest_size(hash);
  uint8_t got[OUT], want[OUT];
  if (way == MANY) {
    many(hash, in, out_size);
    return;
  }
  if (way == STREAM)
    stream(hash, in, got, out_size);
  else
    require(kw_hash_once(hash, got, out_size, in->message, in->size) == KW_OK, "once: status");
  kw_kernels = tables[0];
  require(kw_hash_once(hash, want, out_size, in->message, in->size) == KW_OK, "once: status");
  require(same(got, want, out_size), "the digest differs");
}

static void fuzz_mac(const kw_mac *mac, struct input *in, int way)
{
  const size_t key_size = kw_mac_key_size(mac), tag_size = kw_mac_tag_size(mac);
  const uint8_t *key = in->message;
  uint8_t got[TAG], want[TAG];
  kw_mac_state state;
  if (in->size < key_size) return;
  in->message += key_size;
  in->size -= key_size;
  int good = kw_mac_init(&state, mac, key, key_size) == KW_OK;
  for (size_t i = 0, at = 0, end; i < in->pieces; i++, at = end) {
    end = end_of(in, i, at);
    good &= kw_mac_update(&state, in->message + at, end - at) == KW_OK;
  }
  good &= kw_mac_final(&state, got, tag_size) == KW_OK;
  if (way == ONCE)
    good &= kw_mac_once(mac, got, tag_size, in->message, in->size, key, key_size) == KW_OK;
  require(good, "MAC: status");
  kw_kernels = tables[0];
  require(kw_mac_once(mac, want, tag_size, in->message, in->size, key, key_size) == KW_OK, "once");
  require(same(got, want, tag_size), "the tag differs");
  require(kw_mac_verify(mac, got, tag_size, in->message, in->size, key, key_size) == KW_OK,
          "verify");
}

/* ---- Signatures: one of each hash, of bytes that are all 7 ---- */

enum { SIGNED = 200, SIGNATURE = 7856, PK = 32, SK = 64 };

static struct signer {
  const kw_sig *sig;
  uint8_t pk[PK], signature[SIGNATURE];
} signers[2];

static void make_signers(void)
{
  static const char *const names[] = {"SLH-DSA-SHA2-128s", "SLH-DSA-SHAKE-128s"};
  uint8_t seed_bytes[48], sk[SK], message[SIGNED];
  memset(seed_bytes, 7, sizeof seed_bytes);
  memset(message, 7, sizeof message);
  kw_kernels = tables[table_count - 1];
  for (size_t i = 0; i < 2; i++) {
    struct signer *s = &signers[i];
    s->sig = kw_sig_find(names[i]);
    require(kw_sig_keygen_from_seed(s->sig, s->pk, PK, sk, SK, seed_bytes, 48, 2) == KW_OK, "keys");
    require(kw_sign_deterministic(s->sig, s->signature, SIGNATURE, message, SIGNED, sk, SK, NULL) ==
                KW_OK,
            "signature");
  }
}

static kw_status verify_stream(const struct signer *s, const uint8_t *signature, size_t size,
                               const uint8_t *message, const struct input *in)
{
  kw_verify_state state;
  int good = kw_verify_init(&state, s->sig, signature, size, s->pk, PK, NULL) == KW_OK;
  size_t at = 0;
  for (size_t i = 0, n; i < in->pieces; i++, at += n) {
    n = in->sizes[i] < SIGNED - at ? in->sizes[i] : SIGNED - at;
    good &= kw_verify_update(&state, message + at, n) == KW_OK;
  }
  good &= kw_verify_update(&state, message + at, SIGNED - at) == KW_OK;
  require(good, "verify: status");
  return kw_verify_final(&state, signature, size);
}

/* Three bytes say where a byte changes, and how, or which size the signature has. */
static void fuzz_sig(const struct signer *s, const struct input *in, int way)
{
  uint8_t signature[SIGNATURE + 1] = {0}, message[SIGNED], pk[PK];
  size_t size = SIGNATURE;
  kw_status status, many = KW_BAD_ARGUMENT;
  memcpy(signature, s->signature, SIGNATURE);
  memset(message, 7, sizeof message);
  memcpy(pk, s->pk, PK);
  for (size_t i = 0; i + 3 <= in->size && i < 12; i += 3) {
    const size_t at = in->message[i] + 256u * in->message[i + 1];
    const uint8_t change = in->message[i + 2];
    if (at < SIGNATURE) signature[at] ^= change;
    if (at >= SIGNATURE && at < SIGNATURE + SIGNED) message[at - SIGNATURE] ^= change;
    if (at > 60000) size = at % 2 ? SIGNATURE + 1 : at - 60000;
  }
  const int right =
      size == SIGNATURE && same(signature, s->signature, size) && all_bytes(message, 7, SIGNED);
  const kw_signed item = {signature, size, message, SIGNED};
  if (way == STREAM)
    status = verify_stream(s, signature, size, message, in);
  else if (way == ONCE)
    status = kw_verify(s->sig, signature, size, message, SIGNED, pk, PK, NULL);
  else if ((status = kw_verify_many(s->sig, 1, &many, &item, pk, PK, NULL)) == KW_OK)
    status = many;
  require(status == (right ? KW_OK : KW_BAD_SIGNATURE), "verification");
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
  if (table_count == 0) {
    prepare();
    make_signers();
  }
  if (size < HEAD) return 0;
  const size_t row = input[0] % (kw_hash_count() + kw_mac_count());
  struct input in = {.pieces = 1 + input[3] % PIECES, .sizes = input + HEAD};
  if (size < HEAD + in.pieces) return 0;
  in.message = input + HEAD + in.pieces;
  in.size = size - HEAD - in.pieces;
  kw_kernels = tables[input[1] % table_count];
  if (input[0] >= SIGNATURES)
    fuzz_sig(&signers[input[0] % 2], &in, input[2] % WAYS);
  else if (row < kw_hash_count())
    fuzz_hash(kw_hash_at(row), &in, input[2] % WAYS);
  else
    fuzz_mac(kw_mac_at(row - kw_hash_count()), &in, input[2] % WAYS);
  return 0;
}
