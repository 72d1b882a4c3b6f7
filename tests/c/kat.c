/* SPDX-License-Identifier: MIT
 * Runs the known answers of a folder: kat DIR [LEVEL]. All levels of this machine, or the one. */
#include "kat.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { MAX_FILES = 32, MAX_PATH = 1024 };

struct file {
  char name[256];
  struct json *content;
  const struct json *entries;
  int is_mac;
};

static struct file files[MAX_FILES];
static size_t file_count;

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

/* What the schema says about a file's head. */
static void read_head(struct file *f)
{
  static const char *const known[] = {"schema", "family", "kind", "sources", "entries", NULL};
  const struct json *schema = json_get(f->content, "schema");
  const struct json *sources = json_get(f->content, "sources");
  const char *kind = text_of(f->content, "kind");
  if (f->content->type != JSON_OBJECT || !schema || schema->number != 1)
    die("%s: not of schema 1", f->name);
  check_fields(f->content, known);
  f->is_mac = strcmp(kind, "mac") == 0;
  f->entries = json_get(f->content, "entries");
  if (!f->is_mac && strcmp(kind, "hash") != 0) die("%s: unknown kind \"%s\"", f->name, kind);
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

static size_t entries_of(const char *algorithm, int is_mac)
{
  size_t count = 0;
  for (size_t i = 0; i < file_count; i++)
    for (const struct json *e = files[i].entries->first; e; e = e->next)
      count += files[i].is_mac == is_mac && strcmp(text_of(e, "algorithm"), algorithm) == 0;
  return count;
}

/* Every algorithm has entries. */
static void check_coverage(void)
{
  context("coverage");
  for (size_t i = 0; i < kw_hash_count(); i++) {
    const char *name = kw_hash_name(kw_hash_at(i));
    CHECK(entries_of(name, 0) > 0, "%s has no entry", name);
  }
  for (size_t i = 0; i < kw_mac_count(); i++) {
    const char *name = kw_mac_name(kw_mac_at(i));
    CHECK(entries_of(name, 1) > 0, "%s has no entry", name);
  }
}

static void run_entry(const struct file *f, const struct json *entry)
{
  static const char *const hash_fields[] = {"algorithm", "source",        "message",      "size",
                                            "output",    "output_sha256", "lines_sha256", NULL};
  static const char *const mac_fields[] = {"algorithm", "source",    "message",     "key", "tag",
                                           "refused",   "generator", "tags_sha256", NULL};
  const char *name = text_of(entry, "algorithm");
  const kw_hash *hash = f->is_mac ? NULL : kw_hash_find(name);
  const kw_mac *mac = f->is_mac ? kw_mac_find(name) : NULL;
  CHECK(json_get(json_get(f->content, "sources"), text_of(entry, "source")), "unknown source");
  check_fields(entry, f->is_mac ? mac_fields : hash_fields);
  CHECK(hash || mac, "the library has no %s", name);
  if (hash) kat_hash(hash, entry);
  if (mac) kat_mac(mac, entry);
  if (hash || mac) begin_case();
}

static void run_level(const char *level)
{
  use_level(level);
  for (size_t i = 0; i < file_count; i++) {
    size_t number = 0;
    for (const struct json *e = files[i].entries->first; e; e = e->next) {
      context("%s %s entry %zu, %s %.60s", level, files[i].name, ++number, text_of(e, "algorithm"),
              text_of(e, "message"));
      run_entry(&files[i], e);
    }
    plan(number);
  }
}

int main(int argc, char **argv)
{
  const char *levels[MAX_LEVELS];
  size_t count = available_levels(levels);
  if (argc != 2 && argc != 3) die("usage: kat DIR [LEVEL]");
  if (argc == 3) levels[0] = argv[2], count = 1;
  read_files(argv[1]);
  check_coverage();
  for (size_t i = 0; i < count; i++) run_level(levels[i]);
  for (size_t i = 0; i < file_count; i++) json_free(files[i].content);
  return report("kat");
}
