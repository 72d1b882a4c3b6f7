// SPDX-License-Identifier: MIT
// Signatures against @noble/post-quantum: without randomness both give the same, and each verifies
// what the other has signed. The s sets take seconds to sign: one of them, once.
import * as sha2 from '@noble/hashes/sha2.js';
import * as sha3 from '@noble/hashes/sha3.js';
import * as noble from '@noble/post-quantum/slh-dsa.js';
import { noise, pattern, same } from '../check.mjs';

const DETERMINISTIC = { extraEntropy: false };
const NOBLE_HASHES = { ...sha2, ...sha3, shake128: sha3.shake128_32, shake256: sha3.shake256_64 };
/** Of the strength that noble asks for. */
const PREHASHES = {
  slh_dsa_sha2_128f: 'sha256', slh_dsa_sha2_192f: 'sha384', slh_dsa_sha2_256f: 'sha512',
  slh_dsa_shake_128f: 'shake128', slh_dsa_shake_192f: 'sha3_384', slh_dsa_shake_256f: 'shake256',
};
const FAST = Object.keys(PREHASHES);

/** What either signs with some options, which both have, either verifies. */
function each(apis, ids, how, variant = (scheme) => scheme) {
  const message = noise(300, 5);
  for (const id of ids) {
    const { publicKey, secretKey } = noble[id].keygen(pattern(noble[id].lengths.seed));
    const [theirs, ...ours] = [noble, ...apis].map((api) => variant(api[id], id));
    const all = { ...how[0], ...DETERMINISTIC };
    const signature = theirs.sign(message, secretKey, all);
    for (const [i, one] of ours.entries()) {
      same(one.sign(message, secretKey, all), signature, id);
      const hedged = one.sign(message, secretKey, ...how);
      const wrong = hedged.map((x, j) => (j === 77 ? x ^ 8 : x));
      for (const scheme of [theirs, one])
        same([signature, hedged, wrong, hedged.slice(1)].map((given) =>
          scheme.verify(given, message, publicKey, ...how)), [true, true, false, false], id + i);
    }
  }
}

/** Our scheme in the form of theirs: with a hash function for all calls. */
function hashed(scheme, id) {
  const hash = PREHASHES[id];
  if (scheme.prehash) return scheme.prehash(NOBLE_HASHES[hash]);
  const prehash = hash.replaceAll('_', '-');
  return {
    sign: (msg, key, options) => scheme.sign(msg, key, { ...options, prehash }),
    verify: (sig, msg, key, options) => scheme.verify(sig, msg, key, { ...options, prehash }),
  };
}

export const cases = {
  'lengths and keys'(apis) {
    for (const id of FAST) {
      const { seed, publicKey, secretKey, signature, signRand } = noble[id].lengths;
      const pair = noble[id].keygen(pattern(seed));
      for (const api of apis) {
        same(api[id].lengths, { publicKey, secretKey, signature, seed, signRand }, id);
        same(api[id].keygen(pattern(seed)), { ...api[id].keygen(pattern(seed)), ...pair }, id);
      }
    }
  },

  'pure signatures': (apis) => each(apis, FAST, []),
  'an s set': (apis) => each(apis, ['slh_dsa_sha2_128s'], [{ context: noise(9) }]),
  'contexts': (apis) => each(apis, FAST, [{ context: noise(255) }]),
  'messages that were hashed first': (apis) => each(apis, FAST, [{ context: noise(11) }], hashed),
  'the internal interface': (apis) =>
    each(apis, ['slh_dsa_sha2_128f', 'slh_dsa_shake_128f'], [], (scheme) => scheme.internal),
};
