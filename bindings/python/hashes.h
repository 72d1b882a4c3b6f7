/* SPDX-License-Identifier: MIT
 * What Python does with hashes: objects, single messages, many messages. */
#ifndef KATWISE_PYTHON_HASHES_H
#define KATWISE_PYTHON_HASHES_H
#include "convert.h"
#include "states.h"

static const char was_read[] = "output was already read from this object";

/* ---- Objects ---- */

static kw_status absorb(struct hash *self, const void *data, size_t data_size)
{
  PyThreadState *thread = give_gil(data_size);
  kw_status status = kw_hash_update(&self->state, data, data_size);
  take_gil(thread);
  return status;
}

/* Output of a state that no other thread has. */
static PyObject *squeeze(kw_hash_state *state, size_t size)
{
  void *out;
  PyObject *bytes = new_bytes(size, &out);
  if (!bytes) return NULL;
  PyThreadState *thread = give_gil(size);
  kw_status status = kw_hash_squeeze(state, out, size);
  take_gil(thread);
  return bytes_or_error(bytes, status, was_read);
}

static PyObject *hash_new(const kw_hash *row, const void *data, size_t data_size)
{
  struct hash *self = make_hash(row);
  if (!self) return NULL;
  kw_status status = kw_hash_init(&self->state, row);
  if (status == KW_OK && data_size) status = absorb(self, data, data_size);
  if (status == KW_OK) return wrap_hash(self);
  free_hash(self);
  return none_or_error(status, was_read);
}

static PyObject *hash_update(struct hash *self, const void *data, size_t data_size)
{
  if (!lock(&self->lock, data_size)) return NULL;
  kw_status status = absorb(self, data, data_size);
  unlock(&self->lock);
  return none_or_error(status, was_read);
}

/* The digest of what was absorbed so far; the object goes on as if it had not been asked. */
static PyObject *hash_digest(struct hash *self, PyObject *size)
{
  kw_hash_state copy;
  size_t out_size;
  if (!get_size(size, self->row, &out_size)) return NULL;
  lock(&self->lock, 0);
  int over = self->was_read;
  copy = self->state;
  unlock(&self->lock);
  PyObject *bytes = over ? none_or_error(KW_BAD_STATE, was_read) : squeeze(&copy, out_size);
  kw_wipe(&copy, sizeof copy);
  return bytes;
}

/* ---- A message ---- */

static PyObject *hash_once(const kw_hash *hash, size_t out_size, const Py_buffer *data)
{
  void *out;
  PyObject *bytes = new_bytes(out_size, &out);
  if (!bytes) return NULL;
  PyThreadState *thread = give_gil((size_t)data->len + out_size);
  kw_status status = kw_hash_once(hash, out, out_size, data->buf, (size_t)data->len);
  take_gil(thread);
  return bytes_or_error(bytes, status, "");
}

/* ---- Many messages ---- */

struct messages {
  PyObject *items;
  size_t count, total;
  Py_buffer *view;
  const void **in;
  size_t *in_size;
};

static void release_messages(struct messages *m)
{
  for (size_t i = 0; m->view && i < m->count; i++) PyBuffer_Release(&m->view[i]);
  PyMem_Free(m->view);
  PyMem_Free((void *)m->in);
  PyMem_Free(m->in_size);
  Py_XDECREF(m->items);
}

static int get_message(struct messages *m, Py_ssize_t i, PyObject *object)
{
  if (!get_item(object, "messages", i, &m->view[i])) return 0;
  m->in[i] = m->view[i].buf;
  m->in_size[i] = (size_t)m->view[i].len;
  m->total += m->in_size[i];
  return 1;
}

static int get_messages(PyObject *object, struct messages *m)
{
  m->items = get_items(object, "messages");
  if (!m->items) return 0;
  m->count = (size_t)PyTuple_Size(m->items);
  m->view = PyMem_Calloc(m->count, sizeof *m->view);
  m->in = PyMem_Calloc(m->count, sizeof *m->in);
  m->in_size = PyMem_Calloc(m->count, sizeof *m->in_size);
  if (!m->view || !m->in || !m->in_size) {
    PyErr_NoMemory();
    return 0;
  }
  for (Py_ssize_t i = 0; i < PyTuple_Size(m->items); i++)
    if (!get_message(m, i, PyTuple_GetItem(m->items, i))) return 0;
  return 1;
}

static PyObject *cut(const char *out, size_t count, size_t size)
{
  PyObject *list = PyList_New((Py_ssize_t)count);
  for (size_t i = 0; list && i < count; i++) {
    PyObject *bytes = PyBytes_FromStringAndSize(out + i * size, (Py_ssize_t)size);
    if (!bytes || PyList_SetItem(list, (Py_ssize_t)i, bytes) != 0) Py_CLEAR(list);
  }
  return list;
}

static PyObject *hash_messages(const kw_hash *hash, size_t size, const struct messages *m)
{
  if (kw_hash_is_xof(hash) && size && m->count > MAX_OUTPUT / size) {
    PyErr_Format(PyExc_ValueError, "size: %zu bytes for each of %zu messages are more than %zu",
                 size, m->count, MAX_OUTPUT);
    return NULL;
  }
  char *out = PyMem_Malloc(m->count * size); /* a digest is smaller than the view of its message */
  if (!out) return PyErr_NoMemory();
  PyThreadState *thread = give_gil(m->total + m->count * size);
  kw_status status = kw_hash_many(hash, m->count, out, size, m->in, m->in_size);
  take_gil(thread);
  PyObject *none = none_or_error(status, ""), *list = none ? cut(out, m->count, size) : NULL;
  Py_XDECREF(none);
  PyMem_Free(out);
  return list;
}

#endif
