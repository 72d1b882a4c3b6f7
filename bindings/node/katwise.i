/* SPDX-License-Identifier: MIT
 *
 * The Node.js addon: the functions of wasm/exports.h on a Uint8Array that JavaScript made, so that
 * native code and WebAssembly are the same to wasm/machine.js. Nothing is allocated for JavaScript.
 */
%module katwise

%{
#include <atomic>
#include <climits>
#include <thread>

#include "exports.h"

/* The bytes of a Uint8Array, where they are. */
static bool view_of(const Napi::Value &value, uint8_t *&data, size_t &size)
{
  static uint8_t empty[1];
  napi_typedarray_type type;
  void *at = nullptr;
  if (napi_get_typedarray_info(value.Env(), value, &type, &size, &at, nullptr, nullptr) != napi_ok)
    return false; /* it is something else */
  data = at ? static_cast<uint8_t *>(at) : empty;
  return type == napi_uint8_array;
}

/* A size or a place in a table: what is no such number becomes one that every call refuses. */
static size_t size_of(const Napi::Value &value)
{
  double number = -1;
  napi_get_value_double(value.Env(), value, &number);
  return number >= 0 && number < 9007199254740992.0 ? static_cast<size_t>(number) : SIZE_MAX;
}

/* Calls that run now, in all threads: a level, which is the process's, changes beside none. */
static std::atomic<int> running{0};
static const int CHANGING = INT_MIN / 2;

struct Running {
  Running()
  {
    while (running.fetch_add(1) < 0) {
      running.fetch_sub(1);
      std::this_thread::yield();
    }
  }
  ~Running() { running.fetch_sub(1); }
};
%}

%typemap(in) (uint8_t *memory, size_t memory_size), (uint8_t *in, size_t in_size)
{
  if (!view_of($input, $1, $2)) SWIG_exception_fail(SWIG_TypeError, "expected a Uint8Array");
}
%typemap(in) size_t "$1 = size_of($input);"
%typemap(out) int "$result = Napi::Number::New(info.Env(), $1);"

%exception "{ Running call; $action }"
%exception js_level_use
{
  int none = 0;
  if (running.compare_exchange_strong(none, CHANGING)) {
    $action
    running.fetch_sub(CHANGING);
  } else {
    result = KW_BAD_STATE;
  }
}

%rename("%(strip:[js_])s") "";
%rename("$ignore", %$isenumitem) "";
%ignore js_request;
typedef unsigned char uint8_t;
%include "exports.h"
