// SPDX-License-Identifier: MIT
// katwise in Node.js: native code if there is some for this machine, else WebAssembly.
// KATWISE_BACKEND=native or wasm in the environment insists on one.
import { createApi } from '../../wasm/api.js';
import { KatwiseError } from '../../wasm/errors.js';
import { startWasm } from '../../wasm/wasm.js';
import { startNative } from './backend.js';

function start() {
  const wanted = process.env.KATWISE_BACKEND || 'any';
  if (wanted === 'wasm') return startWasm();
  if (wanted !== 'native' && wanted !== 'any')
    throw new KatwiseError(`KATWISE_BACKEND: it is ${wanted}, not native or wasm`, 'KW_BACKEND');
  try {
    return startNative();
  } catch (error) {
    if (wanted === 'native') throw error;
    return startWasm();
  }
}

export const {
  sha224, sha256, sha384, sha512, sha512_224, sha512_256,
  sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256,
  poly1305,
  hashMany, hashes, macs, get, levels, builtLevels, level, useLevel, backend, version, KatwiseError,
} = /* @__PURE__ */ createApi(start);
