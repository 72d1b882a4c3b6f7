/* SPDX-License-Identifier: MIT
 * States that live in a capsule, are safe to share between threads, and are wiped in the end. */
#ifndef KATWISE_PYTHON_STATES_H
#define KATWISE_PYTHON_STATES_H
#include "katwise.h"

/* ---- The interpreter's lock (GIL) ---- */

/* From this many bytes on, other threads may run meanwhile; for less work that costs too much. */
#define GIL_SIZE 2048

static size_t running; /* calls at work without the GIL; changed only with it */

static PyThreadState *give_gil(size_t work)
{
  if (work < GIL_SIZE) return NULL;
  running++;
  return PyEval_SaveThread();
}

static void take_gil(PyThreadState *thread)
{
  if (!thread) return;
  PyEval_RestoreThread(thread);
  running--;
}

/* ---- The lock of an object ----
 *
 * Calls that keep the GIL exclude each other. The first call that gives it up makes a lock for the
 * object, so that most objects never have one. */
static int lock(PyThread_type_lock *own, size_t work)
{
  if (!*own && work < GIL_SIZE) return 1;
  if (!*own) *own = PyThread_allocate_lock();
  if (!*own) {
    PyErr_NoMemory();
    return 0;
  }
  if (PyThread_acquire_lock(*own, NOWAIT_LOCK)) return 1;
  PyThreadState *thread = PyEval_SaveThread();
  PyThread_acquire_lock(*own, WAIT_LOCK);
  PyEval_RestoreThread(thread);
  return 1;
}

static void unlock(PyThread_type_lock *own)
{
  if (*own) PyThread_release_lock(*own);
}

/* ---- Capsules ---- */

struct hash {
  kw_hash_state state;
  const kw_hash *row;
  int was_read; /* output was given by hash_read: the start of it is gone */
  PyThread_type_lock lock;
};

struct mac {
  kw_mac_state state;
  const kw_mac *row;
  PyThread_type_lock lock;
};

static const char hash_capsule[] = "katwise.hash", mac_capsule[] = "katwise.mac";

static void free_state(void *memory, size_t size, PyThread_type_lock own)
{
  if (own) PyThread_free_lock(own);
  kw_wipe(memory, size);
  PyMem_Free(memory);
}

static void free_hash(struct hash *self) { free_state(self, sizeof *self, self->lock); }
static void free_mac(struct mac *self) { free_state(self, sizeof *self, self->lock); }

static void end_hash(PyObject *capsule) { free_hash(PyCapsule_GetPointer(capsule, hash_capsule)); }
static void end_mac(PyObject *capsule) { free_mac(PyCapsule_GetPointer(capsule, mac_capsule)); }

/* The state is for the caller to set. */
static struct hash *make_hash(const kw_hash *row)
{
  struct hash *self = PyMem_Malloc(sizeof *self);
  if (!self) return (struct hash *)PyErr_NoMemory();
  self->row = row;
  self->was_read = 0;
  self->lock = NULL;
  return self;
}

static PyObject *wrap_hash(struct hash *self)
{
  PyObject *capsule = PyCapsule_New(self, hash_capsule, end_hash);
  if (!capsule) free_hash(self);
  return capsule;
}

static PyObject *wrap_mac(struct mac *self)
{
  PyObject *capsule = PyCapsule_New(self, mac_capsule, end_mac);
  if (!capsule) free_mac(self);
  return capsule;
}

#endif
