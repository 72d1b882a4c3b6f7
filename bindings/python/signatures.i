/* SPDX-License-Identifier: MIT
 * Signatures, for the package around them (katwise/_signatures.py). */
%{
#include "signatures.h"
%}

%apply (const void *BYTES, size_t SIZE) {
  (const void *seed, size_t seed_size), (const void *sig, size_t sig_size),
  (const void *msg, size_t msg_size), (const void *public, size_t public_size),
  (const void *randomness, size_t randomness_size)
}
%typemap(in) const kw_sig *name { if (!($1 = (kw_sig *)get_sig($input, "name"))) SWIG_fail; }
%typemap(in) const kw_sig *row (size_t row) {
  if (!get_row($input, kw_sig_count(), &row)) SWIG_fail;
  $1 = (kw_sig *)kw_sig_at(row);
}
%typemap(in) unsigned threads { if (!get_threads($input, &$1)) SWIG_fail; }
%typemap(in) int check { if (!get_bool($input, "check", &$1)) SWIG_fail; }
%typemap(in) int deterministic { if (!get_bool($input, "deterministic", &$1)) SWIG_fail; }
%typemap(in) struct secret *key, struct secret *other {
  if (!($1 = PyCapsule_GetPointer($input, secret_capsule))) SWIG_fail;
}
%typemap(in) struct verifier *self {
  if (!($1 = PyCapsule_GetPointer($input, verifier_capsule))) SWIG_fail;
}
%typemap(in) struct options *options (struct options options) {
  if (!get_options($input, &options)) SWIG_fail;
  $1 = &options;
}
%typemap(arginit) struct options *options { options$argnum.context.obj = NULL; }
%typemap(freearg) struct options *options { release_options(&options$argnum); }

size_t kw_sig_count(void);
const char *kw_sig_name(const kw_sig *row);
const char *kw_sig_standard(const kw_sig *row);
size_t kw_sig_public_key_size(const kw_sig *row);
size_t kw_sig_secret_key_size(const kw_sig *row);
size_t kw_sig_signature_size(const kw_sig *row);
size_t kw_sig_seed_size(const kw_sig *row);
size_t kw_sig_randomness_size(const kw_sig *row);
size_t kw_sig_context_max(const kw_sig *row);
%constant unsigned check_verify = KW_CHECK_VERIFY;
%constant unsigned check_roots = KW_CHECK_ROOTS;
%constant int max_threads = MAX_THREADS;

/* ---- Keys ---- */

%inline %{
static PyObject *as_bytes(const void *data, size_t data_size)
{
  return PyBytes_FromStringAndSize(data, (Py_ssize_t)data_size);
}

static PyObject *sig_generate(const kw_sig *name, unsigned threads)
{
  return make_keys(name, NULL, 0, threads);
}

static PyObject *sig_from_seed(const kw_sig *name, const void *seed, size_t seed_size,
                               unsigned threads)
{
  if (!check_size("seed", kw_sig_name(name), seed_size, kw_sig_seed_size(name))) return NULL;
  return make_keys(name, seed, seed_size, threads);
}

static PyObject *sig_from_private(const kw_sig *name, const void *data, size_t data_size, int check,
                                  unsigned threads)
{
  const size_t size = kw_sig_secret_key_size(name);
  if (!check_size("data", kw_sig_name(name), data_size, size)) return NULL;
  struct secret *key = make_secret(name, size);
  if (!key) return NULL;
  memcpy(key->bytes, data, size);
  return import_keys(key, check, threads);
}

static PyObject *sig_from_public(const kw_sig *name, const void *data, size_t data_size)
{
  if (!check_size("data", kw_sig_name(name), data_size, kw_sig_public_key_size(name))) return NULL;
  return as_bytes(data, data_size);
}

static PyObject *sig_private_bytes(struct secret *key) { return as_bytes(key->bytes, key->size); }

static PyObject *sig_equal(struct secret *key, struct secret *other)
{
  return PyBool_FromLong(key->row == other->row && key->size == other->size &&
                         kw_equal(key->bytes, other->bytes, key->size));
}

static PyObject *sig_expand(struct secret *key, unsigned threads)
{
  struct secret *expanded = make_secret(key->row, kw_sig_expanded_size(key->row));
  if (!expanded) return NULL;
  PyThreadState *thread = give_gil(LONG_WORK);
  kw_status status = kw_sig_expand(key->row, expanded->bytes, expanded->size, key->bytes, key->size,
                                   threads);
  take_gil(thread);
  return wrap_secret(expanded, status);
}
%}

/* ---- Signing: the message is read two or three times ---- */

%typemap(in) (const void *msg, size_t msg_size) (Py_buffer view) {
  if (!get_fixed_bytes($input, "$1_name", &view)) SWIG_fail;
  $1 = view.buf;
  $2 = (size_t)view.len;
}

%inline %{
static PyObject *sig_sign(struct secret *key, const void *msg, size_t msg_size, int deterministic,
                          struct options *options)
{
  void *out;
  const size_t size = kw_sig_signature_size(key->row);
  PyObject *sig = check_context(key->row, options) ? new_bytes(size, &out) : NULL;
  if (!sig) return NULL;
  PyThreadState *thread = give_gil(LONG_WORK);
  kw_status status = (deterministic ? kw_sign_deterministic : kw_sign)(
    key->row, out, size, msg, msg_size, key->bytes, key->size, &options->c);
  take_gil(thread);
  return bytes_or_error(sig, status, "");
}

static PyObject *sig_sign_derand(struct secret *key, const void *msg, size_t msg_size,
                                 const void *randomness, size_t randomness_size,
                                 struct options *options)
{
  void *out;
  const size_t size = kw_sig_signature_size(key->row);
  const size_t needed = kw_sig_randomness_size(key->row);
  if (!check_size("randomness", kw_sig_name(key->row), randomness_size, needed)) return NULL;
  PyObject *sig = check_context(key->row, options) ? new_bytes(size, &out) : NULL;
  if (!sig) return NULL;
  PyThreadState *thread = give_gil(LONG_WORK);
  kw_status status = kw_sign_derand(key->row, out, size, msg, msg_size, key->bytes, key->size,
                                    randomness, randomness_size, &options->c);
  take_gil(thread);
  return bytes_or_error(sig, status, "");
}

/* Without randomness: deterministic. */
static PyObject *sig_sign_internal(struct secret *key, const void *msg, size_t msg_size,
                                   const void *randomness, size_t randomness_size,
                                   int deterministic)
{
  void *out;
  const size_t size = kw_sig_signature_size(key->row);
  const size_t needed = deterministic ? 0 : kw_sig_randomness_size(key->row);
  if (!check_size("randomness", kw_sig_name(key->row), randomness_size, needed)) return NULL;
  PyObject *sig = new_bytes(size, &out);
  if (!sig) return NULL;
  PyThreadState *thread = give_gil(LONG_WORK);
  kw_status status = kw_sign_internal(key->row, out, size, msg, msg_size, key->bytes, key->size,
                                      deterministic ? NULL : randomness, needed);
  take_gil(thread);
  return bytes_or_error(sig, status, "");
}
%}

/* ---- Verification: it is read once ---- */

%apply (const void *BYTES, size_t SIZE) { (const void *msg, size_t msg_size) }

%{
static const char verified[] = "this object is finished: a verifier verifies one message";
%}

%inline %{
static PyObject *sig_verify(const kw_sig *name, const void *public, size_t public_size,
                            const void *sig, size_t sig_size, const void *msg, size_t msg_size,
                            struct options *options)
{
  if (!check_context(name, options)) return NULL;
  PyThreadState *thread = give_gil(LONG_WORK);
  kw_status status =
    kw_verify(name, sig, sig_size, msg, msg_size, public, public_size, &options->c);
  take_gil(thread);
  return none_or_error(status, "");
}

static PyObject *sig_verify_internal(const kw_sig *name, const void *public, size_t public_size,
                                     const void *sig, size_t sig_size, const void *msg,
                                     size_t msg_size)
{
  PyThreadState *thread = give_gil(LONG_WORK);
  kw_status status =
    kw_verify_internal(name, sig, sig_size, msg, msg_size, public, public_size);
  take_gil(thread);
  return none_or_error(status, "");
}

static PyObject *sig_verify_many(const kw_sig *name, const void *public, size_t public_size,
                                 PyObject *items, struct options *options)
{
  struct pairs p = {0};
  PyObject *list = NULL, *none = NULL;
  if (check_context(name, options) && get_pairs(items, &p)) {
    PyThreadState *thread = give_gil(LONG_WORK);
    kw_status status =
      kw_verify_many(name, p.count, p.result, p.c, public, public_size, &options->c);
    take_gil(thread);
    none = none_or_error(status, "");
  }
  if (none) list = results(&p);
  Py_XDECREF(none);
  release_pairs(&p);
  return list;
}

static PyObject *verifier_new(const kw_sig *name, const void *public, size_t public_size,
                              const void *sig, size_t sig_size, struct options *options)
{
  if (!check_context(name, options)) return NULL;
  struct verifier *self = PyMem_Calloc(1, sizeof *self);
  if (!self) return PyErr_NoMemory();
  self->sig = as_bytes(sig, sig_size);
  PyObject *none =
    self->sig ? none_or_error(kw_verify_init(&self->state, name, sig, sig_size, public, public_size,
                                             &options->c), "") : NULL;
  if (!none) {
    free_verifier(self);
    return NULL;
  }
  Py_DECREF(none);
  return wrap_verifier(self);
}

static PyObject *verifier_update(struct verifier *self, const void *data, size_t data_size)
{
  if (!lock(&self->lock, data_size)) return NULL;
  PyThreadState *thread = give_gil(data_size);
  kw_status status = kw_verify_update(&self->state, data, data_size);
  take_gil(thread);
  unlock(&self->lock);
  return none_or_error(status, verified);
}

static PyObject *verifier_verify(struct verifier *self)
{
  if (!lock(&self->lock, LONG_WORK)) return NULL;
  PyThreadState *thread = give_gil(LONG_WORK);
  kw_status status = kw_verify_final(&self->state, PyBytes_AsString(self->sig),
                                     (size_t)PyBytes_Size(self->sig));
  take_gil(thread);
  unlock(&self->lock);
  return none_or_error(status, verified);
}
%}
