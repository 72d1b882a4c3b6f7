/* SPDX-License-Identifier: MIT
 * Runs the known answers of a folder: kat [quick] DIR [LEVEL]. All levels of this machine, or the
 * one. `quick` leaves out what is slow. */
#include "kat.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "messages.h"

enum { MAX_FILES = 32, MAX_PATH = 1024 };

struct file {
  char name[256];
  struct json *content;
  const struct json *entries;
  enum kind { HASH, MAC, SIGNATURE, KINDS } kind;
};

static const char *const kinds[] = {"hash", "mac", "signature"};
static const char *const fields[KINDS][20] = {
  {"algorithm", "source", "message", "size", "output", "output_sha256", "lines_sha256"},
  {"algorithm", "source", "message", "key", "tag", "refused", "generator", "tags_sha256"},
  {"algorithm", "source", "seed", "public_key", "secret_key", "message", "context", "prehash",
   "interface", "randomness", "signature", "signature_sha256", "refused", "mutations", "slow"},
};

static struct file files[MAX_FILES];
static size_t file_count, left_out;
static int quick;

static int by_name(const void *a, const void *b)
{
  return strcmp(((const struct file *)a)->name, ((const struct file *)b)->name);
}

static void list_files(const char *path)
{
  DIR *directory = opendir(path);
  if (!directory) die("%s: no such folder", path);
  for (struct dirent *e; (e = readdir(directory));) {
    const size_t size = strlen(e->d_name);
    if (size < 6 || strcmp(e->d_name + size - 5, ".json") != 0) continue;
    if (file_count == MAX_FILES) die("%s: too many files", path);
    snprintf(files[file_count++].name, sizeof files->name, "%s", e->d_name);
  }
  closedir(directory);
  qsort(files, file_count, sizeof *files, by_name);
}

static const char *text_of(const struct json *object, const char *key)
{
  const struct json *value = json_get(object, key);
  return value && value->type == JSON_STRING ? value->string : "";
}

struct field field_read(const struct json *entry, const char *name)
{
  const struct json *json = json_get(entry, name);
  struct field f = {NULL, 0};
  if (json && json->type == JSON_STRING) f.value = hex_read(json->string, &f.size);
  return f;
}

static int is_one_of(const char *name, const char *const list[])
{
  while (*list && strcmp(name, *list) != 0) list++;
  return *list != NULL;
}

static void check_fields(const struct json *object, const char *const known[])
{
  for (const struct json *p = object->first; p; p = p->next)
    CHECK(is_one_of(p->key, known), "unknown field %s", p->key);
}

static enum kind kind_of(const struct file *f)
{
  const char *text = text_of(f->content, "kind");
  for (size_t kind = 0; kind < KINDS; kind++)
    if (strcmp(text, kinds[kind]) == 0) return (enum kind)kind;
  die("%s: unknown kind \"%s\"", f->name, text);
}

/* What the schema says about a file's head. */
static void read_head(struct file *f)
{
  static const char *const known[] = {"schema", "family", "kind", "sources", "entries", NULL};
  const struct json *schema = json_get(f->content, "schema");
  const struct json *sources = json_get(f->content, "sources");
  if (f->content->type != JSON_OBJECT || !schema || schema->number != 1)
    die("%s: not of schema 1", f->name);
  check_fields(f->content, known);
  f->kind = kind_of(f);
  f->entries = json_get(f->content, "entries");
  if (!f->entries || f->entries->type != JSON_ARRAY || !f->entries->first || !sources)
    die("%s: no entries, or no sources", f->name);
}

static void read_files(const char *path)
{
  char full[MAX_PATH];
  list_files(path);
  for (size_t i = 0; i < file_count; i++) {
    if (snprintf(full, sizeof full, "%s/%s", path, files[i].name) >= (int)sizeof full)
      die("%s: path too long", path);
    context("%s", files[i].name);
    files[i].content = json_read(full);
    read_head(&files[i]);
  }
}

static int is_run(const struct file *f, const struct json *entry)
{
  return !(quick && f->kind == SIGNATURE && kat_sig_is_left_out(entry));
}

static void check_has_entry(const char *algorithm, enum kind kind)
{
  size_t count = 0;
  for (size_t i = 0; i < file_count; i++)
    for (const struct json *e = files[i].entries->first; e && files[i].kind == kind; e = e->next)
      count += strcmp(text_of(e, "algorithm"), algorithm) == 0 && is_run(&files[i], e);
  CHECK(count > 0, "%s has no entry", algorithm);
}

/* Every algorithm has entries. */
static void check_coverage(void)
{
  context("coverage");
  for (size_t i = 0; i < kw_hash_count(); i++) check_has_entry(kw_hash_name(kw_hash_at(i)), HASH);
  for (size_t i = 0; i < kw_mac_count(); i++) check_has_entry(kw_mac_name(kw_mac_at(i)), MAC);
  for (size_t i = 0; i < kw_sig_count(); i++) check_has_entry(kw_sig_name(kw_sig_at(i)), SIGNATURE);
}

static void run_entry(const struct file *f, const struct json *entry, size_t number)
{
  const char *name = text_of(entry, "algorithm");
  const kw_hash *hash = f->kind == HASH ? kw_hash_find(name) : NULL;
  const kw_mac *mac = f->kind == MAC ? kw_mac_find(name) : NULL;
  const kw_sig *sig = f->kind == SIGNATURE ? kw_sig_find(name) : NULL;
  CHECK(json_get(json_get(f->content, "sources"), text_of(entry, "source")), "unknown source");
  check_fields(entry, fields[f->kind]);
  CHECK(hash || mac || sig, "the library has no %s", name);
  if (hash) kat_hash(hash, entry);
  if (mac) kat_mac(mac, entry);
  if (sig) kat_sig(sig, entry, number, quick);
  if (hash || mac || sig) begin_case();
}

static void run_level(const char *level)
{
  use_level(level);
  for (size_t i = 0; i < file_count; i++) {
    size_t number = 0;
    for (const struct json *e = files[i].entries->first; e; e = e->next) {
      context("%s %s entry %zu, %s %.60s", level, files[i].name, ++number, text_of(e, "algorithm"),
              text_of(e, "message"));
      if (is_run(&files[i], e)) {
        plan(1);
        run_entry(&files[i], e, number);
      } else {
        left_out++;
      }
    }
  }
}

int main(int argc, char **argv)
{
  const char *levels[MAX_LEVELS];
  size_t count = distinct_levels(levels);
  quick = argc > 1 && strcmp(argv[1], "quick") == 0;
  argc -= quick, argv += quick;
  if (argc != 2 && argc != 3) die("usage: kat [quick] DIR [LEVEL]");
  if (argc == 3) levels[0] = argv[2], count = 1;
  read_files(argv[1]);
  check_coverage();
  for (size_t i = 0; i < count; i++) run_level(levels[i]);
  for (size_t i = 0; i < file_count; i++) json_free(files[i].content);
  if (quick) printf("slow entries left out: %zu\n", left_out);
  return report("kat");
}
