/* SPDX-License-Identifier: MIT
 * Runs the target of fuzz.c without libFuzzer: replay COUNT [FILE ..]. COUNT random inputs, then
 * the files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { LONGEST = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

/* Exactly the input's size, so that a checker sees a read behind it. */
static void run(const uint8_t *bytes, size_t size)
{
  uint8_t *copy = malloc(size ? size : 1);
  if (!copy) die("no memory");
  memcpy(copy, bytes, size);
  begin_case();
  CHECK(LLVMFuzzerTestOneInput(copy, size) == 0, "status");
  free(copy);
}

static void run_file(const char *path)
{
  uint8_t bytes[LONGEST];
  FILE *file = fopen(path, "rb");
  if (!file) die("%s: can't be read", path);
  context("%s", path);
  run(bytes, fread(bytes, 1, sizeof bytes, file));
  fclose(file);
}

int main(int argc, char **argv)
{
  uint8_t bytes[LONGEST];
  if (argc < 2) die("usage: replay COUNT [FILE ..]");
  const size_t count = (size_t)strtoul(argv[1], NULL, 10);
  seed(6);
  plan(count + (size_t)argc - 2);
  for (size_t i = 0; i < count; i++) {
    context("random input %zu", i);
    const size_t size = random_below(random_below(8) ? 600 : sizeof bytes);
    random_bytes(bytes, size);
    run(bytes, size);
  }
  for (int i = 2; i < argc; i++) run_file(argv[i]);
  return report("replay");
}
