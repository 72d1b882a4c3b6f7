// SPDX-License-Identifier: MIT
// The modules as text, compiled when they are needed, without waiting.
import plain from '../build/wasm/katwise-plain.mjs';
import simd128 from '../build/wasm/katwise-simd128.mjs';
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
