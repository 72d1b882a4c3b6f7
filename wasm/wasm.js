// SPDX-License-Identifier: MIT
// katwise on WebAssembly, in browsers and elsewhere.
import { createApi } from './api.js';
import { flag, optionsOf } from './bytes.js';
import { startWasm } from './inlined.js';
import { spawnWasm } from './spawn.js';

/** An API of its own; { simd: false } or { simd: true } decides which module. */
export function open(options) {
  const { simd } = optionsOf(options, 'simd');
  flag(simd, 'options.simd');
  return createApi(() => startWasm(simd), spawnWasm);
}

export const {
  sha224, sha256, sha384, sha512, sha512_224, sha512_256,
  sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256,
  poly1305,
  slh_dsa_sha2_128s, slh_dsa_sha2_128f, slh_dsa_sha2_192s, slh_dsa_sha2_192f,
  slh_dsa_sha2_256s, slh_dsa_sha2_256f, slh_dsa_shake_128s, slh_dsa_shake_128f,
  slh_dsa_shake_192s, slh_dsa_shake_192f, slh_dsa_shake_256s, slh_dsa_shake_256f,
  hashMany, hashes, macs, signatures, get, levels, builtLevels, level, useLevel, backend, version,
  KatwiseError,
} = /* @__PURE__ */ open();
