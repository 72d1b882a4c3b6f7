// SPDX-License-Identifier: MIT
// The three backends of Node.js, by name; of this checkout, or of an installed package.
import * as native from 'katwise/native';
import { open } from 'katwise/wasm';

const backends = {
  native: () => native,
  'wasm-simd128': () => open({ simd: true }),
  'wasm-plain': () => open({ simd: false }),
};
export const names = Object.keys(backends);

export function openBackend(name) {
  const api = backends[name]?.();
  if (!api) throw new Error(`backend: ${name} is none of ${names}`);
  const expected = name === 'wasm-plain' ? 'wasm' : name;
  if (api.backend() !== expected) throw new Error(`backend: ${api.backend()}, not ${expected}`);
  return api;
}
