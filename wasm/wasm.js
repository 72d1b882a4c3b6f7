// SPDX-License-Identifier: MIT
// katwise on WebAssembly, the modules inlined: compiled at the first call, without waiting.
import plain from '../build/wasm/katwise-plain.mjs';
import simd128 from '../build/wasm/katwise-simd128.mjs';
import { createApi } from './api.js';
import { optionsOf } from './bytes.js';
import { hasSimd, instantiate, loadError } from './loader.js';

const modules = new Map();

function compile(base64) {
  try {
    const binary = atob(base64);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    throw loadError(cause);
  }
}

/** The backend, with SIMD if that is wanted; by default, if the engine has it. */
export function startWasm(simd = hasSimd()) {
  const inlined = simd ? simd128 : plain;
  if (!modules.has(inlined)) modules.set(inlined, compile(inlined));
  return instantiate(modules.get(inlined));
}

/** An API of its own; { simd: false } or { simd: true } decides which module. */
export function open(options) {
  const { simd } = optionsOf(options, 'simd');
  return createApi(() => startWasm(simd));
}

export const {
  sha224, sha256, sha384, sha512, sha512_224, sha512_256,
  sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256,
  poly1305,
  hashMany, hashes, macs, get, levels, builtLevels, level, useLevel, backend, version, KatwiseError,
} = /* @__PURE__ */ open();
