/* SPDX-License-Identifier: MIT
 * What Python does with signatures: keys, options, many signatures, verification in pieces. */
#ifndef KATWISE_PYTHON_SIGNATURES_H
#define KATWISE_PYTHON_SIGNATURES_H
#include "convert.h"
#include "states.h"

/* Work for which the GIL is given up, however short the message. */
#define LONG_WORK GIL_SIZE

/* ---- Keys ---- */

/* A secret key, plain or expanded. It never changes: threads may share it. */
struct secret {
  const kw_sig *row;
  size_t size;
  unsigned char bytes[];
};

static const char secret_capsule[] = "katwise.secret";

static void free_secret(struct secret *self)
{
  kw_wipe(self, sizeof *self + self->size);
  PyMem_Free(self);
}

static void end_secret(PyObject *capsule)
{
  free_secret(PyCapsule_GetPointer(capsule, secret_capsule));
}

static struct secret *make_secret(const kw_sig *row, size_t size)
{
  struct secret *self = PyMem_Malloc(sizeof *self + size);
  if (!self) return (struct secret *)PyErr_NoMemory();
  self->row = row;
  self->size = size;
  return self;
}

/* A capsule of the key, or NULL with an error raised; the key is the capsule's, or freed. */
static PyObject *wrap_secret(struct secret *self, kw_status status)
{
  PyObject *none = none_or_error(status, "");
  PyObject *capsule = none ? PyCapsule_New(self, secret_capsule, end_secret) : NULL;
  Py_XDECREF(none);
  if (!capsule) free_secret(self);
  return capsule;
}

/* New keys, from a seed or from the system's randomness: (capsule of the secret, public bytes). */
static PyObject *make_keys(const kw_sig *row, const void *seed, size_t seed_size, unsigned threads)
{
  void *pk;
  const size_t pk_size = kw_sig_public_key_size(row), sk_size = kw_sig_secret_key_size(row);
  PyObject *public = new_bytes(pk_size, &pk);
  struct secret *sk = public ? make_secret(row, sk_size) : NULL;
  if (!sk) {
    Py_XDECREF(public);
    return NULL;
  }
  PyThreadState *thread = give_gil(LONG_WORK);
  kw_status status =
      seed ? kw_sig_keygen_from_seed(row, pk, pk_size, sk->bytes, sk_size, seed, seed_size, threads)
           : kw_sig_keygen(row, pk, pk_size, sk->bytes, sk_size, threads);
  take_gil(thread);
  return Py_BuildValue("(NN)", wrap_secret(sk, status), public);
}

/* The keys that a secret one has in it, likewise. */
static PyObject *import_keys(struct secret *sk, int check, unsigned threads)
{
  void *pk;
  const size_t pk_size = kw_sig_public_key_size(sk->row);
  PyObject *public = new_bytes(pk_size, &pk);
  PyThreadState *thread = give_gil(check ? LONG_WORK : 0);
  kw_status status = check ? kw_sig_check_key(sk->row, sk->bytes, sk->size, threads) : KW_OK;
  take_gil(thread);
  if (status == KW_OK && public)
    status = kw_sig_public_key(sk->row, pk, pk_size, sk->bytes, sk->size);
  return Py_BuildValue("(NN)", wrap_secret(sk, status), public);
}

/* ---- Options ---- */

struct options {
  kw_sig_options c;
  Py_buffer context;
  kw_hash_state hashed;
};

/* The state of a hash object that others may be using. */
static int get_hashed(PyObject *capsule, struct options *o)
{
  struct hash *hash = PyCapsule_GetPointer(capsule, hash_capsule);
  if (!hash) return 0;
  lock(&hash->lock, 0);
  const int over = hash->was_read;
  o->hashed = hash->state;
  unlock(&hash->lock);
  o->c.hashed = &o->hashed;
  if (over) raise_error("StateError", "hashed: output was already read from this object");
  return !over;
}

/* From a tuple that _signatures.py makes: (context, prehash, hashed), and for signing (.., threads,
 * checks). */
static int get_options(PyObject *tuple, struct options *o)
{
  PyObject *context, *prehash, *hashed, *threads = NULL;
  memset(o, 0, sizeof *o);
  if (!PyArg_ParseTuple(tuple, "OOO|OI", &context, &prehash, &hashed, &threads, &o->c.checks))
    return 0;
  if (!get_fixed_bytes(context, "context", &o->context)) return 0;
  o->c.context = o->context.buf;
  o->c.context_size = (size_t)o->context.len;
  if (prehash != Py_None && !(o->c.prehash = get_hash(prehash, "prehash"))) return 0;
  if (hashed != Py_None && !get_hashed(hashed, o)) return 0;
  return !threads || get_threads(threads, &o->c.threads);
}

static void release_options(struct options *o)
{
  PyBuffer_Release(&o->context);
  kw_wipe(&o->hashed, sizeof o->hashed);
}

static int check_context(const kw_sig *row, const struct options *o)
{
  const size_t most = kw_sig_context_max(row);
  if (o->c.context_size <= most) return 1;
  PyErr_Format(PyExc_ValueError, "context: %s takes at most %zu bytes, not %zu", kw_sig_name(row),
               most, o->c.context_size);
  return 0;
}

/* ---- Many signatures ---- */

struct pairs {
  PyObject *items;
  size_t count;
  Py_buffer *view; /* of signature and message in turn */
  kw_signed *c;
  kw_status *result;
};

static void release_pairs(struct pairs *p)
{
  for (size_t i = 0; p->view && i < 2 * p->count; i++) PyBuffer_Release(&p->view[i]);
  PyMem_Free(p->view);
  PyMem_Free(p->c);
  PyMem_Free(p->result);
  Py_XDECREF(p->items);
}

static int get_part(PyObject *pair, Py_ssize_t i, int part, Py_buffer *view)
{
  static const char *const names[2] = {"sig", "msg"};
  char argument[64];
  PyOS_snprintf(argument, sizeof argument, "items[%zd].%s", i, names[part]);
  return get_bytes(PyTuple_GetItem(pair, part), argument, view);
}

static int get_pair(struct pairs *p, Py_ssize_t i, PyObject *object)
{
  Py_buffer *view = p->view + 2 * i;
  PyObject *pair = PyTuple_Check(object) || PyList_Check(object) ? PySequence_Tuple(object) : NULL;
  if (!pair || PyTuple_Size(pair) != 2) {
    char argument[64];
    PyOS_snprintf(argument, sizeof argument, "items[%zd]", i);
    if (!PyErr_Occurred()) bad_type(argument, "a pair of sig and msg", object);
    Py_XDECREF(pair);
    return 0;
  }
  const int got = get_part(pair, i, 0, &view[0]) && get_part(pair, i, 1, &view[1]);
  Py_DECREF(pair); /* the views keep its items */
  if (got)
    p->c[i] = (kw_signed){view[0].buf, (size_t)view[0].len, view[1].buf, (size_t)view[1].len};
  return got;
}

static int get_pairs(PyObject *object, struct pairs *p)
{
  p->items = get_items(object, "items");
  if (!p->items) return 0;
  p->count = (size_t)PyTuple_Size(p->items);
  p->view = PyMem_Calloc(2 * p->count, sizeof *p->view);
  p->c = PyMem_Calloc(p->count, sizeof *p->c);
  p->result = PyMem_Calloc(p->count, sizeof *p->result);
  if (!p->view || !p->c || !p->result) {
    PyErr_NoMemory();
    return 0;
  }
  for (Py_ssize_t i = 0; i < PyTuple_Size(p->items); i++)
    if (!get_pair(p, i, PyTuple_GetItem(p->items, i))) return 0;
  return 1;
}

static PyObject *results(const struct pairs *p)
{
  PyObject *list = PyList_New((Py_ssize_t)p->count);
  for (size_t i = 0; list && i < p->count; i++)
    if (PyList_SetItem(list, (Py_ssize_t)i, PyBool_FromLong(p->result[i] == KW_OK)) != 0)
      Py_CLEAR(list);
  return list;
}

/* ---- Verification in pieces ---- */

struct verifier {
  kw_verify_state state;
  PyObject *sig; /* bytes of its own: they are needed again at the end */
  PyThread_type_lock lock;
};

static const char verifier_capsule[] = "katwise.verifier";

static void free_verifier(struct verifier *self)
{
  Py_XDECREF(self->sig);
  free_state(self, sizeof *self, self->lock);
}

static void end_verifier(PyObject *capsule)
{
  free_verifier(PyCapsule_GetPointer(capsule, verifier_capsule));
}

static PyObject *wrap_verifier(struct verifier *self)
{
  PyObject *capsule = PyCapsule_New(self, verifier_capsule, end_verifier);
  if (!capsule) free_verifier(self);
  return capsule;
}

#endif
