// SPDX-License-Identifier: MIT
// The functions for the algorithms. What is known of them comes from the C library's table, and so
// from a backend: importing this starts none.
import { bytesOf, exactly, optionsOf, outputSize } from './bytes.js';
import { Authenticator, Hasher } from './streams.js';

/** The names in the table. Exports of a module are static, so they stand here, too. */
export const hashes = Object.freeze([
  'sha224', 'sha256', 'sha384', 'sha512', 'sha512-224', 'sha512-256',
  'sha3-224', 'sha3-256', 'sha3-384', 'sha3-512', 'shake128', 'shake256',
]);
export const macs = Object.freeze(['poly1305']);
export const signatures = Object.freeze(['SHA2', 'SHAKE'].flatMap((hash) =>
  ['128s', '128f', '192s', '192f', '256s', '256f'].map((set) => `SLH-DSA-${hash}-${set}`)));

export const identifier = (name) =>
  (name.startsWith('SLH-') ? name.toLowerCase() : name).replaceAll('-', '_');

/** How many bytes a call gives: the digest, or what its options say. */
export function outputOf(row, options) {
  if (options === undefined && row.outputLen) return row.outputLen;
  const { dkLen = row.outputLen || undefined } = optionsOf(options, 'dkLen');
  const size = outputSize(dkLen, 'options.dkLen');
  if (row.outputLen && size !== row.outputLen)
    throw new RangeError(`options.dkLen: ${row.name} gives ${row.outputLen} bytes, not ${size}`);
  return size;
}

/** Names something, and gives it properties: getters, which look something up, and values. */
export function describe(call, name, getters, values) {
  Object.defineProperty(call, 'name', { value: identifier(name) });
  for (const [key, get] of Object.entries(getters))
    Object.defineProperty(call, key, { get, enumerable: true });
  for (const [key, value] of Object.entries({ algorithm: name, ...values }))
    Object.defineProperty(call, key, { value, enumerable: true });
  return call;
}

/** The function for a hash. machine() and row() start the backend. */
export function hashOf(name, machine, row) {
  const hash = (data, options) => {
    const bytes = bytesOf(data, 'data');
    const r = row();
    return machine().hashOnce(r, outputOf(r, options), bytes);
  };
  const create = (options) => {
    const r = row();
    const { dkLen } = optionsOf(options, 'dkLen');
    const size = r.outputLen || dkLen !== undefined ? outputOf(r, options) : undefined;
    return new Hasher(machine(), r, machine().hashBegin(r), size);
  };
  return describe(hash, name, {
    blockLen: () => row().blockLen,
    outputLen: () => row().outputLen,
    canXOF: () => row().outputLen === 0,
  }, { create });
}

/** The function for a MAC. */
export function macOf(name, machine, row) {
  const mac = (message, key) => {
    const r = row();
    const bytes = bytesOf(message, 'message');
    return machine().macOnce(r, bytes, exactly(r.keyLen, key, 'key'));
  };
  const verify = (tag, message, key) => {
    const r = row();
    const given = exactly(r.outputLen, tag, 'tag');
    const bytes = bytesOf(message, 'message');
    return machine().macVerify(r, given, bytes, exactly(r.keyLen, key, 'key'));
  };
  const create = (key) => {
    const r = row();
    const state = machine().macBegin(r, exactly(r.keyLen, key, 'key'));
    return new Authenticator(machine(), r, state);
  };
  return describe(mac, name, {
    keyLen: () => row().keyLen,
    outputLen: () => row().outputLen,
  }, { create, verify });
}
