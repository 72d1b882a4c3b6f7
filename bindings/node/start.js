// SPDX-License-Identifier: MIT
// Native code if there is some for this machine, else WebAssembly. KATWISE_BACKEND=native or wasm
// in the environment insists on one.
import { KatwiseError } from '../../wasm/errors.js';
import { startWasm } from '../../wasm/inlined.js';
import { startNative } from './backend.js';

export function start() {
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
