// SPDX-License-Identifier: MIT
const XOF_SIZE = 32;

const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

/** "name hex" for each algorithm: a file's hashes, and its tags under the key. */
export function results(api, bytes, key) {
  const hash = (name) => {
    const f = api.get(name);
    return f(bytes, f.canXOF ? { dkLen: XOF_SIZE } : undefined);
  };
  return [
    ...api.hashes.map((name) => `${name} ${hex(hash(name))}`),
    ...api.macs.map((name) => `${name} ${hex(api.get(name)(bytes, key))}`),
  ];
}
