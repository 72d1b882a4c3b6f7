// SPDX-License-Identifier: MIT
// Every level against OpenSSL, as Node.js has it: all lengths, and one at which 32 bits overflow.
import { createHash } from 'node:crypto';
import { check, noise, same } from '../check.mjs';

const LONGEST = 1100;
const message = noise(LONGEST);
const upTo = Array.from({ length: LONGEST + 1 }, (_, size) => message.subarray(0, size));

const optionsOf = (hash) => (hash.canXOF ? { dkLen: 2 * hash.blockLen + 1 } : undefined);

function openssl(hash) {
  const options = hash.canXOF ? { outputLength: optionsOf(hash).dkLen } : {};
  return upTo.map((bytes) => createHash(hash.algorithm, options).update(bytes).digest('hex'));
}

function each(api, run) {
  for (const hash of api.hashes.map(api.get)) {
    const expected = openssl(hash);
    for (const level of api.levels()) {
      api.useLevel(level);
      const [outputs, label] = [run(hash, optionsOf(hash)), `${hash.algorithm} ${level}`];
      same(outputs.length, expected.length);
      outputs.forEach((output, size) => same(output, expected[size], `${label} ${size}`));
    }
  }
}

/** RFC 8439, section 2.5.1, in integers. */
function poly1305(bytes, key) {
  const number = (part) => BigInt(`0x${Buffer.from(part).reverse().toString('hex') || '0'}`);
  const r = number(key.subarray(0, 16)) & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
  let sum = 0n;
  for (let at = 0; at < bytes.length; at += 16)
    sum = ((sum + number([...bytes.subarray(at, at + 16), 1])) * r) % ((1n << 130n) - 5n);
  const tag = BigInt.asUintN(128, sum + number(key.subarray(16)));
  return Buffer.from(tag.toString(16).padStart(32, '0'), 'hex').reverse().toString('hex');
}

const KNOWN_512_MIB = {
  sha256: '9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767',
  sha512: 'df68d060d2adafc2c4794407118f8116d000715233b2550302115556380d1d5b' +
    '018ebce1c7fa412a8bc5e01e097b33db64d1e9117b3f7bdd8925f09b6594590a',
  shake128: '9c6129fd1f5360a65ac1d6d3aceaa9b189ad2b770e2772ba5de01e43dd8e3f1a',
};

export const cases = {
  'all lengths in one call': (api) =>
    each(api, (hash, options) => upTo.map((bytes) => hash(bytes, options))),

  'all lengths as streams': (api) =>
    each(api, (hash, options) => upTo.map((bytes) => hash.create(options).update(bytes).digest())),

  'all lengths side by side': (api) =>
    each(api, (hash, options) => api.hashMany(hash, upTo, options)),

  'all lengths of poly1305'(api) {
    const key = noise(32, 5);
    const expected = upTo.map((bytes) => poly1305(bytes, key));
    for (const level of api.levels()) {
      api.useLevel(level);
      upTo.forEach((bytes, size) => {
        const tag = api.poly1305(bytes, key);
        same(tag, expected[size], `${level} ${size}`);
        check(api.poly1305.verify(tag, bytes, key), `${level} ${size} refused`);
      });
    }
  },

  'random lengths and cuts'(api) {
    const long = noise(300000, 3);
    for (let i = 0; i < 300; i++) {
      const [a, b, c] = noise(3, i + 1).map((x) => x);
      const hash = api.get(api.hashes[a % api.hashes.length]);
      const bytes = long.subarray(b, b + 1 + ((a * b * c) % 200000));
      const cut = (a * 1000 + c) % bytes.length;
      const options = optionsOf(hash);
      const stream = hash.create(options);
      stream.update(bytes.subarray(0, cut)).update(bytes.subarray(cut));
      const outputLength = options?.dkLen;
      const expected = createHash(hash.algorithm, outputLength ? { outputLength } : {});
      same(stream.digest(), expected.update(bytes).digest('hex'), `${hash.algorithm} ${i}`);
    }
  },

  '2^29 bytes'(api) {
    const zeros = new Uint8Array(1 << 20);
    for (const [name, expected] of Object.entries(KNOWN_512_MIB)) {
      const stream = api.get(name).create(name === 'shake128' ? { dkLen: 32 } : undefined);
      for (let i = 0; i < 512; i++) stream.update(zeros);
      same(stream.digest(), expected, name);
    }
  },
};
