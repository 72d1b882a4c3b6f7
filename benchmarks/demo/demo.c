/* SPDX-License-Identifier: MIT
 * demo FILE KEY-FILE: every algorithm of the table over a file, in pieces; a line for each result.
 */
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

int main(int argc, char **argv)
{
  if (argc != 3) {
    fprintf(stderr, "usage: demo FILE KEY-FILE\n");
    return 2;
  }
  for (size_t i = 0; i < kw_hash_count(); i++) hash_file(kw_hash_at(i), argv[1]);
  for (size_t i = 0; i < kw_mac_count(); i++) authenticate_file(kw_mac_at(i), argv[1], argv[2]);
}
