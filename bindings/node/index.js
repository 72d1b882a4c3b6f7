// SPDX-License-Identifier: MIT
// katwise in Node.js.
import { createApi } from '../../wasm/api.js';
import { start } from './start.js';

export const {
  sha224, sha256, sha384, sha512, sha512_224, sha512_256,
  sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256,
  poly1305,
  hashMany, hashes, macs, get, levels, builtLevels, level, useLevel, backend, version, KatwiseError,
} = /* @__PURE__ */ createApi(start);
