// SPDX-License-Identifier: MIT
// Which bytes are read, whose they are afterwards, and that results are the caller's alone.
import { check, noise, pattern, same, text, throws, usual } from '../check.mjs';

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const ABCD = '88d4266fd4e6338d13b845fcf289579d209c897823b9217da3e161936f031589';

/** Some bytes in the middle of a larger buffer, whose other bytes must not matter. */
function inside(bytes, before = 3) {
  const all = new Uint8Array(before + bytes.length + 5).fill(0xee);
  all.set(bytes, before);
  return all.subarray(before, before + bytes.length);
}

/** Each way to hash or authenticate these bytes, with what it gave. */
function everyUse(api, data) {
  const [key, options] = [noise(32, 9), { dkLen: 33 }];
  return [
    ...api.hashes.map(api.get).flatMap((hash) => {
      const o = hash.canXOF ? options : undefined;
      const [many] = api.hashMany(hash, [data, data], o);
      return [hash(data, o), hash.create(o).update(data).digest(), many];
    }),
    api.poly1305(data, key),
    api.poly1305.create(key).update(data).digest(),
    api.poly1305.verify(noise(16), data, key),
  ];
}

export const cases = {
  'views count for their part alone'(api) {
    const abc = text('abc');
    const buffer = inside(abc, 1).buffer;
    const views = [
      abc, abc.buffer, inside(abc), inside(abc, 1), inside(abc, 8), new DataView(buffer, 1, 3),
      new Int8Array(buffer, 1, 3), new Uint8ClampedArray(buffer, 1, 3),
    ];
    for (const view of views) {
      same(api.sha256(view), ABC);
      same(api.sha256.create().update(view).digest(), ABC);
      same(api.hashMany(api.sha256, [view, view])[1], ABC);
    }
    const wide = [
      new Uint16Array([0x6261, 0x6463]), new Uint16Array([0, 0x6261, 0x6463]).subarray(1),
      new Int32Array([0x64636261]), new Float32Array(new Uint32Array([0x64636261]).buffer),
    ];
    for (const view of wide) same(api.sha256(view), ABCD);
    same(api.sha256(new BigUint64Array([0x64636261n]).buffer.slice(0, 4)), ABCD);
  },

  'what bytes say of themselves does not matter'(api) {
    const key = noise(32);
    class Liar extends Uint8Array {
      get length() { return 5000; }
      get byteLength() { return 5000; }
      get byteOffset() { return 1; }
      get buffer() { return new ArrayBuffer(5000); }
      get [Symbol.toStringTag]() { return 'Uint16Array'; }
    }
    for (const size of [3, 100, 20000, 70000]) {
      const [data, own] = [noise(size), noise(size)];
      for (const name of ['length', 'byteLength', 'byteOffset', 'buffer', Symbol.toStringTag])
        Object.defineProperty(own, name, { get: () => (name === 'buffer' ? key.buffer : 1) });
      const wide = Object.setPrototypeOf(new Uint16Array(data.buffer.slice(0, size & ~1)),
        Uint8Array.prototype);
      const expected = everyUse(api, data);
      for (const liar of [Liar.from(data), own]) same(everyUse(api, liar), expected);
      same(everyUse(api, wide), everyUse(api, data.subarray(0, size & ~1)));
    }
    for (const Base of [Uint8Array, Int8Array, DataView]) {
      const short = new Base(new ArrayBuffer(3));
      for (const name of ['length', 'byteLength'])
        Object.defineProperty(short, name, { value: name === 'length' ? 32 : 16 });
      throws(() => api.poly1305(pattern(3), short), 'RangeError', 'key: expected 32 bytes, not 3');
      throws(() => api.poly1305.verify(short, pattern(3), key), 'RangeError', 'tag: ');
    }
    const buffer = Object.defineProperty(new ArrayBuffer(3), 'byteLength', { value: 32 });
    throws(() => api.poly1305.create(buffer), 'RangeError', 'key: expected 32 bytes, not 3');
  },

  'two halves of a buffer are two keys'(api) {
    const [both, message] = [noise(64), pattern(100)];
    const [first, second] = [both.subarray(0, 32), both.subarray(32)];
    same(api.poly1305(message, second), api.poly1305(message, second.slice()));
    check(!api.poly1305.verify(api.poly1305(message, first), message, second), 'the same key');
  },

  'inputs stay as they are'(api) {
    for (const size of [0, 1, 64, 1000, 20000, 70000, 200000]) {
      const data = inside(noise(size));
      const before = new Uint8Array(data.buffer.slice(0));
      everyUse(api, data);
      same(new Uint8Array(data.buffer), before, `a message of ${size} bytes`);
    }
    const [key, tag] = [noise(32), noise(16)];
    const copies = [key.slice(), tag.slice()];
    api.poly1305(pattern(50), key);
    api.poly1305.create(key).update(pattern(50)).verify(tag);
    api.poly1305.verify(tag, pattern(50), key);
    same(key, copies[0]);
    same(tag, copies[1]);
  },

  'a key may be overwritten once it was taken'(api) {
    const key = Uint8Array.from({ length: 32 }, (_, i) => i);
    const stream = api.poly1305.create(key);
    key.fill(0xff);
    same(stream.digest(), '101112131415161718191a1b1c1d1e1f');
  },

  'data may be overwritten once it was taken'(api) {
    const data = pattern(300);
    const stream = api.sha3_256.create().update(data);
    data.fill(0);
    same(stream.digest(), api.sha3_256(pattern(300)));
  },

  'results have memory of their own'(api) {
    const data = pattern(5000);
    const results = [
      ...everyUse(api, data).filter((result) => typeof result !== 'boolean'),
      api.shake128(data, { dkLen: 0 }), api.shake128(data, { dkLen: 100000 }),
      api.shake128.create().update(data).xof(70000), ...api.hashMany(api.sha512, [data, data]),
    ];
    const buffers = new Set(results.map(({ buffer }) => buffer));
    same(buffers.size, results.length, 'results share memory');
    for (const result of results) {
      same(Object.getPrototypeOf(result) === Uint8Array.prototype, true);
      same([result.byteOffset, result.buffer.byteLength], [0, result.byteLength]);
    }
    const kept = results.map((result) => result.slice());
    results.forEach((result) => result.fill(0));
    everyUse(api, data);
    same(api.shake128(data, { dkLen: 100000 }), kept.find(({ length }) => length === 100000));
  },

  'results stay while inputs grow from 1 KiB to 64 MiB'(api) {
    const all = noise(64 << 20);
    const hash = api.sha512_256;
    const sizes = Array.from({ length: 17 }, (_, i) => 1024 << i);
    const results = sizes.map((size) => hash(all.subarray(0, size)));
    const stream = hash.create();
    for (const [i, size] of sizes.entries()) {
      stream.update(all.subarray(i === 0 ? 0 : sizes[i - 1], size));
      same(results[i], stream.clone().digest(), `${size} bytes`);
    }
    const known = 'be1df2e91a4a6124274d4d6ddbf01709451d4d2cc676e5968bcb40c9177fcd9a';
    same(api.sha256(pattern(200001)), known);
  },

  'results may be inputs'(api) {
    let [chain, expected] = [api.sha256(text('abc')), undefined];
    for (let i = 0; i < 10; i++) {
      expected = api.sha256(chain.slice());
      chain = api.sha256(chain);
      same(chain, expected);
    }
    const key = noise(32);
    same(api.poly1305(key, key), api.poly1305(key.slice(), key));
  },

  'messages side by side may be the same and of any size'(api) {
    const all = noise(3 << 20);
    const sizes = [0, 1, 5, 55, 56, 64, 300, 4096, 70000, 1 << 20, 3 << 20, 17, 0, 0, 200];
    const messages = sizes.map((size) => all.subarray(0, size));
    const twice = [...messages, ...messages];
    for (const hash of api.hashes.map(api.get)) {
      const options = hash.canXOF ? { dkLen: 171 } : undefined;
      const results = api.hashMany(hash, twice, options);
      same(results.length, twice.length);
      const singly = messages.map((message) => hash(message, options));
      results.forEach((result, i) => same(result, singly[i % sizes.length], hash.algorithm));
    }
  },

  'many messages, and many bytes of output'(api) {
    const messages = Array.from({ length: 1000 }, (_, i) => noise(i, i + 1));
    const results = api.hashMany(api.sha384, messages);
    messages.forEach((message, i) => same(results[i], api.sha384(message)));
    const xofs = api.hashMany(api.shake256, messages.slice(0, 9), { dkLen: 70000 });
    xofs.forEach((xof, i) => same(xof, api.shake256(messages[i], { dkLen: 70000 })));
    const none = api.hashMany(api.shake256, messages.slice(0, 3), { dkLen: 0 });
    same(none.map(({ length }) => length), [0, 0, 0]);
  },

  'more bytes side by side than memory grows for'(api) {
    const large = noise(20 << 20);
    const messages = [large, large.subarray(1), large.subarray(0, 5 << 20), large.subarray(7, 100)];
    const results = api.hashMany(api.sha256, messages);
    messages.forEach((message, i) => same(results[i], api.sha256(message)));
  },

  'memory that was transferred is an error'(api) {
    const gone = pattern(100);
    const port = new MessageChannel().port1;
    port.postMessage(null, [gone.buffer]);
    port.close();
    throws(() => api.sha256(gone), 'TypeError', 'data: ');
    throws(() => api.sha256(gone.buffer), 'TypeError', 'data: ');
    throws(() => api.poly1305(pattern(3), gone), 'TypeError', 'key: ');
    same(api.sha256(new Uint8Array(0)), api.sha256(new ArrayBuffer(0)));
  },

  'shared memory is copied once'(api) {
    const shared = new Uint8Array(new SharedArrayBuffer(300000));
    for (const size of [3, 1000, 20000, 300000]) {
      shared.set(noise(size));
      const part = shared.subarray(0, size);
      for (const hash of [api.sha256, api.sha3_512, api.shake128])
        same(hash(part, usual(hash)), hash(noise(size), usual(hash)));
      same(api.poly1305(part, noise(32)), api.poly1305(noise(size), noise(32)));
      same(api.sha256.create().update(part).digest(), api.sha256(noise(size)));
      same(api.sha256(new DataView(shared.buffer, 0, size)), api.sha256(noise(size)));
    }
    throws(() => api.sha256(shared.buffer), 'TypeError', 'data: ');
  },
};
