// SPDX-License-Identifier: MIT
// Bad input: one error that names the argument, nothing written, and everything works afterwards.
import { check, same, text, throws } from '../check.mjs';

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

class Lookalike {
  length = 3;
}
const NO_BYTES = ['abc', [1, 2], 5, null, undefined, { length: 3 }, new Array(32), 5n, true,
  () => 0, Symbol('x'), new Date(), new Lookalike(), new Proxy(new Uint8Array(3), {})];
const NO_NUMBERS = ['32', 32n, null, [32], {}, true, new Uint8Array(1)];
const NO_SIZES = [-1, 1.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32, 2 ** 53];

const bytes = (n) => new Uint8Array(n).fill(7);
const refuseAll = (values, name, argument, call) =>
  values.forEach((value) => throws(() => call(value), name, argument));

export const cases = {
  'only bytes are data'(api) {
    for (const name of api.hashes) {
      const hash = api.get(name);
      const options = hash.canXOF ? { dkLen: 9 } : undefined;
      refuseAll(NO_BYTES, 'TypeError', 'data: ', (value) => hash(value, options));
      const stream = hash.create(options);
      refuseAll(NO_BYTES, 'TypeError', 'data: ', (value) => stream.update(value));
      same(stream.digest(), hash(new Uint8Array(0), options), name);
    }
  },

  'only bytes are a message, a key, a tag'(api) {
    const { poly1305 } = api;
    const [key, message] = [bytes(32), bytes(40)];
    const tag = poly1305(message, key);
    refuseAll(NO_BYTES, 'TypeError', 'message: ', (value) => poly1305(value, key));
    refuseAll(NO_BYTES, 'TypeError', 'key: ', (value) => poly1305(message, value));
    refuseAll(NO_BYTES, 'TypeError', 'key: ', (value) => poly1305.create(value));
    refuseAll(NO_BYTES, 'TypeError', 'tag: ', (value) => poly1305.verify(value, message, key));
    refuseAll(NO_BYTES, 'TypeError', 'message: ', (value) => poly1305.verify(tag, value, key));
    refuseAll(NO_BYTES, 'TypeError', 'key: ', (value) => poly1305.verify(tag, message, value));
    const stream = poly1305.create(key);
    refuseAll(NO_BYTES, 'TypeError', 'data: ', (value) => stream.update(value));
    refuseAll(NO_BYTES, 'TypeError', 'tag: ', (value) => stream.verify(value));
    check(stream.update(message).verify(tag), 'the errors left their mark');
  },

  'keys and tags have one size'(api) {
    const { poly1305 } = api;
    const [key, message] = [bytes(32), bytes(40)];
    const tag = poly1305(message, key);
    for (const size of [0, 1, 15, 16, 31, 33, 64]) {
      throws(() => poly1305(message, bytes(size)), 'RangeError', 'key: ');
      throws(() => poly1305.create(bytes(size)), 'RangeError', 'key: ');
      throws(() => poly1305.verify(tag, message, bytes(size)), 'RangeError', 'key: ');
    }
    for (const size of [0, 1, 12, 15, 17, 32]) {
      throws(() => poly1305.verify(bytes(size), message, key), 'RangeError', 'tag: ');
      const stream = poly1305.create(key).update(message);
      throws(() => stream.verify(bytes(size)), 'RangeError', 'tag: ');
      check(stream.verify(tag), 'a tag of the wrong size ended the message');
    }
  },

  'a XOF is told how much'(api) {
    for (const xof of [api.shake128, api.shake256]) {
      const stream = xof.create();
      throws(() => xof(bytes(3)), 'TypeError', 'options.dkLen');
      throws(() => xof(bytes(3), {}), 'TypeError', 'options.dkLen');
      throws(() => stream.digest(), 'TypeError', 'options.dkLen');
      throws(() => api.hashMany(xof, [bytes(3)]), 'TypeError', 'options.dkLen');
      for (const dkLen of NO_NUMBERS) {
        throws(() => xof(bytes(3), { dkLen }), 'TypeError', 'options.dkLen');
        throws(() => xof.create({ dkLen }), 'TypeError', 'options.dkLen');
        throws(() => stream.xof(dkLen), 'TypeError', 'size: ');
      }
      throws(() => stream.xof(), 'TypeError', 'size: ');
      for (const dkLen of NO_SIZES) {
        throws(() => xof(bytes(3), { dkLen }), 'RangeError', 'options.dkLen');
        throws(() => xof.create({ dkLen }), 'RangeError', 'options.dkLen');
        throws(() => stream.xof(dkLen), 'RangeError', 'size: ');
        throws(() => api.hashMany(xof, [bytes(3)], { dkLen }), 'RangeError', 'options.dkLen');
      }
      same(stream.update(bytes(3)).xof(5), xof(bytes(3), { dkLen: 5 }));
    }
  },

  'a digest takes no options'(api) {
    for (const stream of [api.sha256.create(), api.shake128.create({ dkLen: 5 })]) {
      throws(() => stream.digest({ dkLen: 5 }), 'TypeError', 'options: ');
      stream.digest();
    }
  },

  'a fixed digest has one size'(api) {
    const fixed = api.hashes.map(api.get).filter((hash) => !hash.canXOF);
    check(fixed.length > 0, 'there are none');
    for (const hash of fixed) {
      for (const dkLen of [0, 1, hash.outputLen - 1, hash.outputLen + 1, 1000, ...NO_SIZES]) {
        throws(() => hash(bytes(3), { dkLen }), 'RangeError', 'options.dkLen');
        throws(() => hash.create({ dkLen }), 'RangeError', 'options.dkLen');
        throws(() => api.hashMany(hash, [bytes(3)], { dkLen }), 'RangeError', 'options.dkLen');
      }
      same(hash(bytes(3), { dkLen: hash.outputLen }), hash(bytes(3)));
      same(hash.create({ dkLen: hash.outputLen }).update(bytes(3)).digest(), hash(bytes(3)));
      throws(() => hash.create().xof(4), 'TypeError', 'xof: ');
    }
  },

  'options are known ones, in an object'(api) {
    for (const options of [null, 5, 'dkLen', 32, true, () => 0])
      for (const call of [
        () => api.sha256(bytes(3), options),
        () => api.shake128(bytes(3), options),
        () => api.sha256.create(options),
        () => api.hashMany(api.sha256, [bytes(3)], options),
      ]) throws(call, 'TypeError', 'options: ');
    for (const options of [{ dklen: 3 }, { dkLen: 32, length: 3 }, { key: bytes(32) }])
      for (const call of [
        () => api.sha256(bytes(3), options),
        () => api.shake128(bytes(3), options),
        () => api.shake128.create(options),
        () => api.hashMany(api.shake128, [bytes(3)], options),
      ]) throws(call, 'TypeError', 'options: ');
    same(api.sha256(text('abc'), {}), ABC);
  },

  'hashMany takes a hash function and an array'(api) {
    const others = [undefined, null, 'sha256', {}, () => 0, api.poly1305, { algorithm: 'sha256' }];
    refuseAll(others, 'TypeError', 'hash: ', (value) => api.hashMany(value, [bytes(3)]));
    const lists = [undefined, null, bytes(3), 'abc', { 0: bytes(3), length: 1 }, new Set(), 3];
    refuseAll(lists, 'TypeError', 'messages: ', (value) => api.hashMany(api.sha256, value));
    for (const value of NO_BYTES) {
      const messages = [bytes(1), bytes(2), value];
      throws(() => api.hashMany(api.sha256, messages), 'TypeError', 'messages[2]: ');
    }
    throws(() => api.hashMany(api.sha256, [, bytes(3)]), 'TypeError', 'messages[0]: ');
    same(api.hashMany(api.sha256, []), []);
  },

  'unknown algorithms and levels'(api) {
    const level = api.level();
    for (const name of ['md5', '', 'SHA256', 'sha-256', 'sha512_256', 'toString', '__proto__']) {
      const error = throws(() => api.get(name), 'KatwiseError', 'name: ');
      same(error.code, 'KW_BAD_ARGUMENT');
    }
    for (const name of ['', 'AVX2', 'avx9', 'portable ', 'x'.repeat(500), 'pórtable', 'auto\0']) {
      const error = throws(() => api.useLevel(name), 'KatwiseError', 'name: ');
      same(error.code, 'KW_BAD_ARGUMENT');
    }
    refuseAll([undefined, null, 5, ['sha256'], text('sha256')], 'TypeError', 'name: ', api.get);
    refuseAll([undefined, null, 5, ['auto'], text('auto')], 'TypeError', 'name: ', api.useLevel);
    same(api.level(), level);
  },

  'errors are of one class, with a code'(api) {
    const error = throws(() => api.get('md5'), 'KatwiseError', 'name: ');
    check(error instanceof api.KatwiseError && error instanceof Error, 'not of the class');
    same(Object.prototype.toString.call(error), '[object Error]');
  },

  'errors write nothing'(api) {
    const [data, key, tag] = [bytes(100), bytes(31), bytes(15)];
    throws(() => api.sha256(data, { dkLen: 4 }), 'RangeError', 'options.dkLen');
    throws(() => api.poly1305(data, key), 'RangeError', 'key: ');
    throws(() => api.poly1305.verify(tag, data, bytes(32)), 'RangeError', 'tag: ');
    same([data, key, tag].map((b) => b.every((x) => x === 7)), [true, true, true]);
    same(api.sha256(text('abc')), ABC);
  },
};
