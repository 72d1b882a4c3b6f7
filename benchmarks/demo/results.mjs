// SPDX-License-Identifier: MIT
const XOF_SIZE = 32;

const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

/** The SHA-256 of a file's signature, which was verified, by the key pair of a seed. */
function signed(api, name, bytes, seed) {
  const scheme = api.get(name);
  const { publicKey, secretKey } = scheme.keygen(seed.subarray(0, scheme.lengths.seed));
  const signature = scheme.sign(bytes, secretKey, { extraEntropy: false });
  if (!scheme.verify(signature, bytes, publicKey)) throw new Error(`${name}: not verified`);
  const digest = hex(api.sha256(signature));
  signature[signature.length >> 1] ^= 1;
  if (scheme.verify(signature, bytes, publicKey)) throw new Error(`${name}: a bit is wrong`);
  return digest;
}

/** "name hex" for each algorithm: a file's hashes, its tags under the key, its signatures. */
export function results(api, bytes, key, seed) {
  const hash = (name) => {
    const f = api.get(name);
    return f(bytes, f.canXOF ? { dkLen: XOF_SIZE } : undefined);
  };
  return [
    ...api.hashes.map((name) => `${name} ${hex(hash(name))}`),
    ...api.macs.map((name) => `${name} ${hex(api.get(name)(bytes, key))}`),
    ...api.signatures.map((name) => `${name} ${signed(api, name, bytes, seed)}`),
  ];
}
