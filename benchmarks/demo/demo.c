/* SPDX-License-Identifier: MIT
 * demo FILE KEY-FILE SEED-FILE: every algorithm of the table over a file, in pieces where it can; a
 * line for each result. Of a signature, which has been verified, that is its SHA-256. */
#include <katwise.h>
#include <stdio.h>
#include <stdlib.h>

enum { XOF_SIZE = 32, PIECE = 1 << 16 };

static void print(const char *name, const uint8_t *bytes, size_t size)
{
  printf("%s ", name);
  for (size_t i = 0; i < size; i++) printf("%02x", bytes[i]);
  puts("");
}

static void must(kw_status status)
{
  if (status == KW_OK) return;
  fprintf(stderr, "demo: %s\n", kw_status_text(status));
  exit(1);
}

static FILE *open_file(const char *name)
{
  FILE *f = fopen(name, "rb");
  if (f) return f;
  perror(name);
  exit(1);
}

static void hash_file(const kw_hash *hash, const char *name)
{
  static uint8_t piece[PIECE];
  uint8_t out[64];
  size_t size = kw_hash_is_xof(hash) ? XOF_SIZE : kw_hash_digest_size(hash);
  kw_hash_state state;
  FILE *f = open_file(name);
  must(kw_hash_init(&state, hash));
  for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0;)
    must(kw_hash_update(&state, piece, n));
  must(kw_hash_squeeze(&state, out, size));
  fclose(f);
  print(kw_hash_name(hash), out, size);
}

static void authenticate_file(const kw_mac *mac, const char *name, const char *key_name)
{
  static uint8_t piece[PIECE];
  uint8_t key[64], tag[64];
  kw_mac_state state;
  FILE *f = open_file(key_name);
  size_t key_size = fread(key, 1, sizeof key, f);
  fclose(f);
  must(kw_mac_init(&state, mac, key, key_size));
  f = open_file(name);
  for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0;) must(kw_mac_update(&state, piece, n));
  must(kw_mac_final(&state, tag, kw_mac_tag_size(mac)));
  fclose(f);
  print(kw_mac_name(mac), tag, kw_mac_tag_size(mac));
}

/* A whole file. */
static uint8_t *read_file(const char *name, size_t *size)
{
  FILE *f = open_file(name);
  size_t room = PIECE;
  uint8_t *bytes = malloc(room);
  for (*size = 0; bytes;) {
    const size_t n = fread(bytes + *size, 1, room - *size, f);
    if (n == 0) break;
    *size += n;
    if (*size == room) bytes = realloc(bytes, room *= 2);
  }
  if (!bytes || ferror(f)) exit(1);
  fclose(f);
  return bytes;
}

/* Reads the file again, and the signature: right, or one bit of it wrong. */
static kw_status verify_file(const kw_sig *sig, const char *name, const uint8_t *signature,
                             const uint8_t *pk)
{
  static uint8_t piece[PIECE];
  const size_t size = kw_sig_signature_size(sig);
  kw_verify_state state;
  FILE *f = open_file(name);
  must(kw_verify_init(&state, sig, signature, size, pk, kw_sig_public_key_size(sig), NULL));
  for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0;)
    must(kw_verify_update(&state, piece, n));
  fclose(f);
  return kw_verify_final(&state, signature, size);
}

static void sign_file(const kw_sig *sig, const char *name, const char *seed_name)
{
  static uint8_t signature[1 << 16];
  uint8_t pk[64], sk[128], digest[32];
  const size_t pk_size = kw_sig_public_key_size(sig), sk_size = kw_sig_secret_key_size(sig);
  const size_t size = kw_sig_signature_size(sig);
  size_t message_size, seed_size;
  uint8_t *message = read_file(name, &message_size), *seed = read_file(seed_name, &seed_size);
  must(kw_sig_keygen_from_seed(sig, pk, pk_size, sk, sk_size, seed, kw_sig_seed_size(sig), 1));
  must(kw_sign_deterministic(sig, signature, size, message, message_size, sk, sk_size, NULL));
  must(verify_file(sig, name, signature, pk));
  must(kw_hash_once(kw_hash_find("sha256"), digest, sizeof digest, signature, size));
  signature[size / 2] ^= 1;
  if (verify_file(sig, name, signature, pk) != KW_BAD_SIGNATURE) must(KW_FAULT);
  print(kw_sig_name(sig), digest, sizeof digest);
  kw_wipe(sk, sizeof sk);
  free(message);
  free(seed);
}

int main(int argc, char **argv)
{
  if (argc != 4) {
    fprintf(stderr, "usage: demo FILE KEY-FILE SEED-FILE\n");
    return 2;
  }
  for (size_t i = 0; i < kw_hash_count(); i++) hash_file(kw_hash_at(i), argv[1]);
  for (size_t i = 0; i < kw_mac_count(); i++) authenticate_file(kw_mac_at(i), argv[1], argv[2]);
  for (size_t i = 0; i < kw_sig_count(); i++) sign_file(kw_sig_at(i), argv[1], argv[3]);
}
