// SPDX-License-Identifier: MIT
// katwise on WebAssembly that comes from elsewhere: from a file of its own, which can be compiled
// while it arrives, or as a module that the platform compiled (edge workers).
import { createApi } from './api.js';
import { flag, optionsOf, wrongType } from './bytes.js';
import { KatwiseError } from './errors.js';
import { hasSimd, instantiate, loadError } from './loader.js';
import { spawnWasm } from './spawn.js';

export { KatwiseError };

const TIMEOUT = 30000; // ms
const SOURCE = 'a WebAssembly.Module, bytes, a Response or a URL';

// Bundlers look for exactly this form, and copy the file.
const simdUrl = () => new URL('../build/wasm/katwise-simd128.wasm', import.meta.url);
const plainUrl = () => new URL('../build/wasm/katwise-plain.wasm', import.meta.url);

/** Node.js cannot fetch files. */
function read(url) {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs');
  if (!fs) throw new KatwiseError(`source: ${url} cannot be read here`, 'KW_BACKEND');
  return fs.promises.readFile(url);
}

async function moduleOfResponse(response) {
  const { ok, status, url } = response;
  if (!ok) throw new KatwiseError(`source: ${url} is answered by ${status}`, 'KW_BACKEND');
  const type = response.headers.get('content-type') ?? '';
  if (/^application\/wasm\b/i.test(type)) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Nothing, if the source is none. */
async function moduleOf(source, signal) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return WebAssembly.compile(given);
  if (given instanceof URL) {
    if (given.protocol === 'file:') return WebAssembly.compile(await read(given));
    return moduleOfResponse(await fetch(given, { signal }));
  }
  if (typeof Response !== 'function' || !(given instanceof Response)) return undefined;
  return moduleOfResponse(given);
}

/** Settles as the promise does, or after so many milliseconds with an error. */
async function within(timeout, run) {
  const control = new AbortController();
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      reject(new KatwiseError(`source: nothing came within ${timeout} ms`, 'KW_BACKEND'));
      control.abort();
    }, timeout);
  });
  try {
    return await Promise.race([run(control.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The API of a WebAssembly.Module that is there already. */
export function loadSync(module) {
  if (typeof WebAssembly === 'object' && !(module instanceof WebAssembly.Module))
    throw wrongType('module', 'a WebAssembly.Module', module);
  const backend = instantiate(module);
  const api = createApi(() => backend, spawnWasm);
  api.backend(); // whatever is wrong with it shows here
  return api;
}

/**
 * Loads a module: the source may be a WebAssembly.Module, bytes, a Response, a URL, or a promise of
 * one; by default it is the package's file, with SIMD if the engine has it or { simd } says so.
 */
export async function load(source, options) {
  const { simd = hasSimd(), timeout = TIMEOUT } = optionsOf(options, 'simd', 'timeout');
  flag(simd, 'options.simd');
  const from = source ?? (simd ? simdUrl() : plainUrl());
  let module;
  try {
    module = await within(timeout, (signal) => moduleOf(from, signal));
  } catch (cause) {
    throw loadError(cause);
  }
  if (!module) throw wrongType('source', SOURCE, await source);
  return loadSync(module);
}
