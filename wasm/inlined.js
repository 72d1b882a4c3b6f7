// SPDX-License-Identifier: MIT
// The modules as text, compiled when they are needed, without waiting.
import plain from '../build/wasm/katwise-plain.mjs';
import simd128 from '../build/wasm/katwise-simd128.mjs';
import { hasSimd, instantiate, loadError } from './loader.js';

const modules = new Map();

/** The bytes that inline.mjs made text of. */
function bytesOf(text) {
  const bytes = new Uint8Array(text.length);
  let size = 0, above = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 32;
    if (digit < 93 || above) {
      bytes[size++] = above + digit - 3;
      above = 0;
    } else {
      above = digit === 93 ? 93 : 188;
    }
  }
  return bytes.subarray(0, size);
}

function compile(text) {
  try {
    return new WebAssembly.Module(bytesOf(text));
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
