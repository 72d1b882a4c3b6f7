/* SPDX-License-Identifier: MIT
 * The extension katwise._katwise: the C API for the package around it (katwise/_objects.py). Run
 * SWIG in its default mode: that is the one that the limited API allows. */
%module katwise
%{
#include "fast.h"
%}

/* ---- Typemaps: the name of a parameter is the name that an error gives ---- */

%typemap(in) (const void *BYTES, size_t SIZE) (Py_buffer view) {
  if (!get_bytes($input, "$1_name", &view)) SWIG_fail;
  $1 = view.buf;
  $2 = (size_t)view.len;
}
%typemap(arginit) (const void *BYTES, size_t SIZE) { view$argnum.obj = NULL; }
%typemap(freearg) (const void *BYTES, size_t SIZE) { PyBuffer_Release(&view$argnum); }
%apply (const void *BYTES, size_t SIZE) {
  (const void *data, size_t data_size), (const void *key, size_t key_size),
  (const void *tag, size_t tag_size)
}

%typemap(in) const kw_hash *name { if (!($1 = (kw_hash *)get_hash($input, "name"))) SWIG_fail; }
%typemap(in) const kw_mac *name { if (!($1 = (kw_mac *)get_mac($input, "name"))) SWIG_fail; }
%typemap(in) struct hash *self {
  if (!($1 = PyCapsule_GetPointer($input, hash_capsule))) SWIG_fail;
}
%typemap(in) struct mac *self {
  if (!($1 = PyCapsule_GetPointer($input, mac_capsule))) SWIG_fail;
}

/* ---- The tables, read once by the package: rows by their numbers ---- */

%typemap(in) const kw_hash *row (size_t row) {
  if (!get_row($input, kw_hash_count(), &row)) SWIG_fail;
  $1 = (kw_hash *)kw_hash_at(row);
}
%typemap(in) const kw_mac *row (size_t row) {
  if (!get_row($input, kw_mac_count(), &row)) SWIG_fail;
  $1 = (kw_mac *)kw_mac_at(row);
}

%rename("%(strip:[kw_])s") "";
const char *kw_version(void);
size_t kw_hash_count(void);
const char *kw_hash_name(const kw_hash *row);
const char *kw_hash_standard(const kw_hash *row);
size_t kw_hash_digest_size(const kw_hash *row);
size_t kw_hash_block_size(const kw_hash *row);
size_t kw_mac_count(void);
const char *kw_mac_name(const kw_mac *row);
const char *kw_mac_standard(const kw_mac *row);
size_t kw_mac_key_size(const kw_mac *row);
size_t kw_mac_tag_size(const kw_mac *row);
size_t kw_level_count(void);
const char *kw_level_name(size_t index);
int kw_level_available(size_t index);
const char *kw_level_current(void);
int kw_level_start_status(void);

%inline %{
/* The core forbids a change of level beside other calls: some may be at work without the GIL. */
static PyObject *level_use(const char *name)
{
  kw_status status = running ? KW_BAD_STATE : kw_level_use(name);
  return none_or_error(status, "the level cannot change while other threads hash");
}
%}

%constant size_t max_output = MAX_OUTPUT;

/* ---- Hashes: the rest of what fast.h has ---- */

%init %{
  if (PyModule_AddFunctions(m, fast_methods) != 0) return -1;
%}

%inline %{
static PyObject *hash_copy(struct hash *self)
{
  struct hash *copy = make_hash(self->row);
  if (!copy) return NULL;
  lock(&self->lock, 0);
  copy->state = self->state;
  copy->was_read = self->was_read;
  unlock(&self->lock);
  return wrap_hash(copy);
}

/* The next bytes of a XOF's output. */
static PyObject *hash_read(struct hash *self, PyObject *size)
{
  size_t out_size;
  if (!get_size(size, self->row, &out_size) || !lock(&self->lock, out_size)) return NULL;
  PyObject *bytes = squeeze(&self->state, out_size);
  if (bytes) self->was_read = 1;
  unlock(&self->lock);
  return bytes;
}

static PyObject *hash_many(const kw_hash *name, PyObject *messages, PyObject *size)
{
  struct messages m = {0};
  size_t out_size;
  PyObject *list = NULL;
  if (!get_size(size, name, &out_size)) return NULL;
  if (get_messages(messages, &m)) list = hash_messages(name, out_size, &m);
  release_messages(&m);
  return list;
}
%}

/* ---- Message authentication ---- */

%{
static const char finished[] = "this object is finished: a key authenticates one message";

static kw_status mac_absorb(struct mac *self, const void *data, size_t data_size)
{
  PyThreadState *thread = give_gil(data_size);
  kw_status status = kw_mac_update(&self->state, data, data_size);
  take_gil(thread);
  return status;
}
%}

%inline %{
static PyObject *mac_new(const kw_mac *name, const void *key, size_t key_size, const void *data,
                         size_t data_size)
{
  if (!check_size("key", kw_mac_name(name), key_size, kw_mac_key_size(name))) return NULL;
  struct mac *self = PyMem_Calloc(1, sizeof *self);
  if (!self) return PyErr_NoMemory();
  self->row = name;
  kw_status status = kw_mac_init(&self->state, name, key, key_size);
  if (status == KW_OK) status = mac_absorb(self, data, data_size);
  if (status == KW_OK) return wrap_mac(self);
  free_mac(self);
  return none_or_error(status, finished);
}

static PyObject *mac_update(struct mac *self, const void *data, size_t data_size)
{
  if (!lock(&self->lock, data_size)) return NULL;
  kw_status status = mac_absorb(self, data, data_size);
  unlock(&self->lock);
  return none_or_error(status, finished);
}

static PyObject *mac_digest(struct mac *self)
{
  void *out;
  const size_t size = kw_mac_tag_size(self->row);
  PyObject *tag = new_bytes(size, &out);
  if (!tag) return NULL;
  lock(&self->lock, 0);
  kw_status status = kw_mac_final(&self->state, out, size);
  unlock(&self->lock);
  return bytes_or_error(tag, status, finished);
}

static PyObject *mac_verify(struct mac *self, const void *tag, size_t tag_size)
{
  if (!check_size("tag", kw_mac_name(self->row), tag_size, kw_mac_tag_size(self->row))) return NULL;
  lock(&self->lock, 0);
  kw_status status = kw_mac_final_verify(&self->state, tag, tag_size);
  unlock(&self->lock);
  return none_or_error(status, finished);
}
%}

%include "signatures.i"
