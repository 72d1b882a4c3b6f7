/* SPDX-License-Identifier: MIT
 * Python's objects to the arguments of C and back. Every error names the argument. */
#ifndef KATWISE_PYTHON_CONVERT_H
#define KATWISE_PYTHON_CONVERT_H
#include <string.h>

#include "katwise.h"

/* The most output of one call on a XOF, in bytes: a slip such as digest(2**40) is an error at once
 * and not a machine without memory. read() gives more, piece by piece. */
#define MAX_OUTPUT ((size_t)1 << 30)
/* The core starts no more (core/parallel.c). */
#define MAX_THREADS 64

/* ---- Errors ---- */

/* Raises a class of katwise/_errors.py. */
static void raise_error(const char *class_name, const char *text)
{
  PyObject *module = PyImport_ImportModule("katwise._errors");
  PyObject *error = module ? PyObject_GetAttrString(module, class_name) : NULL;
  if (error) PyErr_SetString(error, text);
  Py_XDECREF(error);
  Py_XDECREF(module);
}

/* None, or NULL with an error raised; bad_state says what KW_BAD_STATE means for the call. */
static PyObject *none_or_error(kw_status status, const char *bad_state)
{
  static const char *const classes[] = {
    [-KW_BAD_STATE] = "StateError",
    [-KW_BAD_TAG] = "InvalidTag",
    [-KW_BAD_SIGNATURE] = "InvalidSignature",
    [-KW_BAD_KEY] = "InvalidKey",
    [-KW_FAULT] = "FaultDetected",
  };
  if (status == KW_OK) return Py_NewRef(Py_None);
  if (!PyErr_Occurred())
    raise_error(classes[-status] ? classes[-status] : "Error",
                status == KW_BAD_STATE ? bad_state : kw_status_text(status));
  return NULL;
}

static void bad_type(const char *argument, const char *expected, PyObject *object)
{
  PyObject *name = PyType_GetName(Py_TYPE(object));
  if (name) PyErr_Format(PyExc_TypeError, "%s: expected %s, not %U", argument, expected, name);
  Py_XDECREF(name);
}

/* After a failed PyObject_GetBuffer. Exporters differ in what they raise for a buffer that has
 * gaps (numpy: ValueError), so it is made a BufferError with their text. */
static void bad_buffer(PyObject *object, const char *argument)
{
  PyObject *type, *value, *traceback;
  if (!PyObject_CheckBuffer(object)) {
    bad_type(argument, "a bytes-like object", object);
    return;
  }
  if (!PyErr_ExceptionMatches(PyExc_BufferError) && !PyErr_ExceptionMatches(PyExc_ValueError))
    return;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_Format(PyExc_BufferError, "%s: %S", argument, value ? value : type);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
}

/* ---- Input ---- */

/* The bytes of an object, without a copy: it cannot be resized until PyBuffer_Release. An index is
 * that of an item of the argument, or -1. */
static int get_item(PyObject *object, const char *argument, Py_ssize_t index, Py_buffer *view)
{
  char item[64];
  if (PyObject_GetBuffer(object, view, PyBUF_SIMPLE) == 0) return 1;
  PyOS_snprintf(item, sizeof item, index < 0 ? "%s" : "%s[%zd]", argument, index);
  bad_buffer(object, item);
  view->obj = NULL;
  return 0;
}

static int get_bytes(PyObject *object, const char *argument, Py_buffer *view)
{
  return get_item(object, argument, -1, view);
}

/* Likewise, of what is read more than once without the GIL: writable bytes are copied, once, so
 * that every reading finds the same. */
static int get_fixed_bytes(PyObject *object, const char *argument, Py_buffer *view)
{
  if (!get_bytes(object, argument, view)) return 0;
  if (view->readonly) return 1;
  PyObject *copy = PyBytes_FromStringAndSize(view->buf, view->len);
  PyBuffer_Release(view);
  const int got = copy && PyObject_GetBuffer(copy, view, PyBUF_SIMPLE) == 0;
  if (!got) view->obj = NULL;
  Py_XDECREF(copy); /* the view keeps it */
  return got;
}

/* A tuple of the items of an iterable: it keeps them. */
static PyObject *get_items(PyObject *object, const char *argument)
{
  PyObject *iterator = PyObject_GetIter(object);
  if (!iterator) {
    if (PyErr_ExceptionMatches(PyExc_TypeError)) bad_type(argument, "an iterable", object);
    return NULL;
  }
  PyObject *items = PySequence_Tuple(iterator);
  Py_DECREF(iterator);
  return items;
}

/* A str without NUL characters, else NULL. */
static const char *get_name(PyObject *object, const char *argument)
{
  Py_ssize_t size;
  if (!PyUnicode_Check(object)) {
    bad_type(argument, "a str", object);
    return NULL;
  }
  const char *name = PyUnicode_AsUTF8AndSize(object, &size);
  if (name && strlen(name) == (size_t)size) return name;
  PyErr_Format(PyExc_ValueError, "%s: %R is no name", argument, object);
  return NULL;
}

static const kw_hash *get_hash(PyObject *object, const char *argument)
{
  const char *name = get_name(object, argument);
  const kw_hash *hash = name ? kw_hash_find(name) : NULL;
  if (name && !hash)
    PyErr_Format(PyExc_ValueError, "%s: %R is no hash of katwise.hashes", argument, object);
  return hash;
}

static const kw_mac *get_mac(PyObject *object, const char *argument)
{
  const char *name = get_name(object, argument);
  const kw_mac *mac = name ? kw_mac_find(name) : NULL;
  if (name && !mac)
    PyErr_Format(PyExc_ValueError, "%s: %R is no MAC of katwise.macs", argument, object);
  return mac;
}

static const kw_sig *get_sig(PyObject *object, const char *argument)
{
  const char *name = get_name(object, argument);
  const kw_sig *sig = name ? kw_sig_find(name) : NULL;
  if (name && !sig)
    PyErr_Format(PyExc_ValueError, "%s: %R is no algorithm of katwise.signatures", argument,
                 object);
  return sig;
}

static int check_size(const char *argument, const char *name, size_t size, size_t expected)
{
  if (size == expected) return 1;
  PyErr_Format(PyExc_ValueError, "%s: %s takes %zu bytes, not %zu", argument, name, expected, size);
  return 0;
}

static int get_int(PyObject *object, const char *argument, Py_ssize_t *value)
{
  PyObject *number = PyBool_Check(object) ? NULL : PyNumber_Index(object);
  if (!number) {
    if (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_TypeError))
      bad_type(argument, "an int", object);
    return 0;
  }
  *value = PyLong_AsSsize_t(number);
  if (*value == -1 && PyErr_Occurred())
    PyErr_Format(PyExc_ValueError, "%s: the number is out of range", argument);
  Py_DECREF(number);
  return !PyErr_Occurred();
}

/* The number of a row of a table with so many. */
static int get_row(PyObject *object, size_t count, size_t *row)
{
  Py_ssize_t value;
  if (!get_int(object, "row", &value)) return 0;
  *row = (size_t)value;
  if (value >= 0 && *row < count) return 1;
  PyErr_Format(PyExc_IndexError, "row: there are %zu, numbered from 0, not %zd", count, value);
  return 0;
}

static int get_bool(PyObject *object, const char *argument, int *value)
{
  if (!PyBool_Check(object)) bad_type(argument, "a bool", object);
  *value = object == Py_True;
  return PyBool_Check(object);
}

static int get_threads(PyObject *object, unsigned *threads)
{
  Py_ssize_t value;
  if (!get_int(object, "threads", &value)) return 0;
  *threads = (unsigned)value;
  if (value >= 1 && value <= MAX_THREADS) return 1;
  PyErr_Format(PyExc_ValueError, "threads: from 1 to %d, not %zd", MAX_THREADS, value);
  return 0;
}

/* How many bytes to give: with a XOF the caller says so, else it is the digest size. */
static int get_size(PyObject *object, const kw_hash *hash, size_t *size)
{
  Py_ssize_t value;
  *size = kw_hash_digest_size(hash);
  if (!object || object == Py_None) {
    if (!kw_hash_is_xof(hash)) return 1;
    PyErr_Format(PyExc_TypeError, "size: %s has no digest size of its own: say how many bytes",
                 kw_hash_name(hash));
    return 0;
  }
  if (!get_int(object, "size", &value)) return 0;
  if (!kw_hash_is_xof(hash)) {
    if (value >= 0 && (size_t)value == *size) return 1;
    PyErr_Format(PyExc_ValueError, "size: %s gives %zu bytes, not %zd", kw_hash_name(hash), *size,
                 value);
    return 0;
  }
  *size = (size_t)value;
  if (value >= 0 && *size <= MAX_OUTPUT) return 1;
  PyErr_Format(PyExc_ValueError, "size: from 0 to %zu bytes, not %zd", MAX_OUTPUT, value);
  return 0;
}

/* ---- Output ---- */

/* Fresh bytes of exactly this size, to be filled before anybody else sees them. */
static PyObject *new_bytes(size_t size, void **out)
{
  PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
  *out = bytes ? PyBytes_AsString(bytes) : NULL;
  return bytes;
}

/* The bytes, or NULL with an error raised. */
static PyObject *bytes_or_error(PyObject *bytes, kw_status status, const char *bad_state)
{
  PyObject *none = bytes ? none_or_error(status, bad_state) : NULL;
  if (!none) Py_CLEAR(bytes);
  Py_XDECREF(none);
  return bytes;
}

#endif
