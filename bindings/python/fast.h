/* SPDX-License-Identifier: MIT
 * The calls that are made for every short message, wrapped by hand: SWIG's wrappers, which
 * take their arguments in a tuple, are 30 to 50 ns slower, and 150 ns where they parse keywords. */
#ifndef KATWISE_PYTHON_FAST_H
#define KATWISE_PYTHON_FAST_H
#include "hashes.h"

/* The arguments of digest, however they are given; size may be missing. */
static int digest_arguments(PyObject *const *given, Py_ssize_t count, PyObject *keywords,
                            PyObject *argument[3])
{
  static const char *const names[3] = {"name", "data", "size"};
  for (Py_ssize_t i = 0; i < count && i < 3; i++) argument[i] = given[i];
  for (Py_ssize_t k = 0; keywords && k < PyTuple_Size(keywords); k++) {
    PyObject *keyword = PyTuple_GetItem(keywords, k);
    int i = 0;
    while (i < 3 && PyUnicode_CompareWithASCIIString(keyword, names[i]) != 0) i++;
    if (i == 3 || argument[i]) {
      PyErr_Format(PyExc_TypeError, "digest: argument %R is %s", keyword,
                   i == 3 ? "unknown" : "given twice");
      return 0;
    }
    argument[i] = given[count + k];
  }
  if (argument[0] && argument[1] && count <= 3) return 1;
  PyErr_SetString(PyExc_TypeError, "digest takes name, data and, if wanted, size");
  return 0;
}

static PyObject *fast_digest(PyObject *module, PyObject *const *given, Py_ssize_t count,
                             PyObject *keywords)
{
  PyObject *argument[3] = {NULL, NULL, NULL};
  Py_buffer data;
  size_t size;
  (void)module;
  if (!digest_arguments(given, count, keywords, argument)) return NULL;
  const kw_hash *hash = get_hash(argument[0], "name");
  if (!hash || !get_size(argument[2], hash, &size)) return NULL;
  if (!get_bytes(argument[1], "data", &data)) return NULL;
  PyObject *bytes = hash_once(hash, size, &data);
  PyBuffer_Release(&data);
  return bytes;
}

/* The other three are called by _objects.py alone: two arguments, by position. */
static int two(Py_ssize_t count)
{
  if (count != 2) PyErr_SetString(PyExc_TypeError, "expected two arguments");
  return count == 2;
}

static PyObject *fast_hash_new(PyObject *module, PyObject *const *given, Py_ssize_t count)
{
  Py_buffer data;
  (void)module;
  const kw_hash *hash = two(count) ? get_hash(given[0], "name") : NULL;
  if (!hash || !get_bytes(given[1], "data", &data)) return NULL;
  PyObject *capsule = hash_new(hash, data.buf, (size_t)data.len);
  PyBuffer_Release(&data);
  return capsule;
}

static PyObject *fast_hash_update(PyObject *module, PyObject *const *given, Py_ssize_t count)
{
  Py_buffer data;
  (void)module;
  struct hash *self = two(count) ? PyCapsule_GetPointer(given[0], hash_capsule) : NULL;
  if (!self || !get_bytes(given[1], "data", &data)) return NULL;
  PyObject *none = hash_update(self, data.buf, (size_t)data.len);
  PyBuffer_Release(&data);
  return none;
}

static PyObject *fast_hash_digest(PyObject *module, PyObject *const *given, Py_ssize_t count)
{
  (void)module;
  struct hash *self = two(count) ? PyCapsule_GetPointer(given[0], hash_capsule) : NULL;
  return self ? hash_digest(self, given[1]) : NULL;
}

#define FAST(function) (PyCFunction)(void (*)(void)) function

static PyMethodDef fast_methods[] = {
  {"digest", FAST(fast_digest), METH_FASTCALL | METH_KEYWORDS,
   "digest(name, data, size=None)\n--\n\n"
   "The hash called name of data, as bytes. With a XOF, size says how many."},
  {"hash_new", FAST(fast_hash_new), METH_FASTCALL, NULL},
  {"hash_update", FAST(fast_hash_update), METH_FASTCALL, NULL},
  {"hash_digest", FAST(fast_hash_digest), METH_FASTCALL, NULL},
  {NULL, NULL, 0, NULL},
};

#endif
