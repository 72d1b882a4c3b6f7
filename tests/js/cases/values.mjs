// SPDX-License-Identifier: MIT
// Right values from public reports about other implementations, which got them wrong.
import { check, pattern, same, text } from '../check.mjs';
import { joined } from '../inputs.mjs';

const upTo = (last) => Array.from({ length: last + 1 }, (_, i) => i);
const bytes = (size, value) => new Uint8Array(size).fill(value);
const counting = (size) => Uint8Array.from({ length: size }, (_, i) => i);

function onEachLevel(run) {
  return (api) => {
    for (const level of api.levels()) {
      api.useLevel(level);
      run(api, level);
    }
  };
}

/** What each bit of the tag means for its acceptance. */
function everyBitCounts({ poly1305 }) {
  const [key, message] = [counting(32), pattern(100)];
  const tag = poly1305(message, key);
  check(poly1305.verify(tag, message, key), 'refused');
  for (let bit = 0; bit < 128; bit++) {
    const wrong = tag.slice();
    wrong[bit >> 3] ^= 1 << (bit & 7);
    check(!poly1305.verify(wrong, message, key), `bit ${bit}`);
    check(!poly1305.create(key).update(message).verify(wrong), `bit ${bit} of a stream`);
  }
}

export const cases = {
  'SHA-2 of all lengths up to 300, each way': onEachLevel(({ sha256, sha512, hashMany }) => {
    const messages = upTo(300).map(pattern);
    const sha256s = 'b90e35153500e9a471591550ee25a954527c6b4448afff95f7949a2ca93300ce';
    same(sha256(joined(messages.map((m) => sha256(m)))), sha256s);
    same(sha256(joined(hashMany(sha256, messages))), sha256s);
    const sha512s = '6427aa5debf3d5c240daf2e5564ad8c7dde1702086e55064336d309e4815b4df';
    same(sha256(joined(messages.map((m) => sha512(m)))), sha512s);
    same(sha256(joined(hashMany(sha512, messages))), sha512s);
    same(sha256(pattern(55)), '463eb28e72f82e0a96c0a4cc53690c571281131f672aa229e0d45ae59b598b59');
    same(sha256(pattern(119)), 'da18797ed7c3a777f0847f429724a2d8cd5138e6ed2895c3fa1a6d39d18f7ec6');
  }),

  'outputs of shake128, of all sizes up to 400': onEachLevel(({ sha256, shake128 }) => {
    const outputs = upTo(400).map((dkLen) => shake128(text('abc'), { dkLen }));
    const expected = '61eb700744fe82d65aea5d1612b548d1ded85f9c42260c928c4fda13d8d31ea5';
    same(sha256(joined(outputs)), expected);
  }),

  'poly1305 of all lengths up to 2048': onEachLevel(({ sha256, poly1305 }) => {
    const tags = upTo(2048).map((size) => poly1305(pattern(size), counting(32)));
    same(tags[709], 'f4d0fd06fbc2730eaa55a5fe74fa9334');
    same(tags[139], 'ad0610c1d023f10003bb351dad098790');
    const expected = '541e2320b7028d9c791fc8be5d3df2cad8393d13d8555482249b568caf04b3c4';
    same(sha256(joined(tags)), expected);
  }),

  'poly1305 at the bounds of its modulus': onEachLevel(({ poly1305 }) => {
    const two = bytes(32, 0);
    two[0] = 2;
    same(poly1305(bytes(16, 0xff), two), '03000000000000000000000000000000');
    same(poly1305(bytes(64, 0xff), bytes(32, 0xff)), '900fe32bc15fa8d7bca8efe4c7e37eb1');
    const zero = joined([bytes(16, 0), counting(16)]);
    same(poly1305(text('anything'), zero), '000102030405060708090a0b0c0d0e0f');
    // r = 1, s = 0: the sum of two blocks is p, p + 1, p - 1 and p - 5
    const one = joined([[1], bytes(31, 0)]);
    const ends = { fc: '00'.repeat(16), fd: '01'.padEnd(32, '0'), fb: 'fa'.padEnd(32, 'f'),
      f7: 'f6'.padEnd(32, 'f') };
    for (const [low, tag] of Object.entries(ends)) {
      const message = bytes(32, 0xff);
      message[16] = parseInt(low, 16);
      same(poly1305(message, one), tag);
    }
  }),

  'every bit of a tag counts': onEachLevel(everyBitCounts),
};
