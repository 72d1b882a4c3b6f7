// SPDX-License-Identifier: MIT
// Messages in pieces: which calls may follow which, and that pieces do not matter.
import { check, noise, pattern, same, text, throws, usual } from '../check.mjs';
import { joined } from '../inputs.mjs';

const badState = (call) => same(throws(call, 'KatwiseError', '').code, 'KW_BAD_STATE');

/** A model of a hasher's states: from a state, a call leads to another or is refused. */
const HASH = {
  absorbing: { update: 'absorbing', digest: 'done' },
  done: {},
};
const XOF = {
  absorbing: { update: 'absorbing', xof: 'squeezing', xof0: 'squeezing', digest: 'done' },
  squeezing: { xof: 'squeezing', xof0: 'squeezing' },
  done: {},
};
const MAC = {
  absorbing: { update: 'absorbing', digest: 'done', verify: 'done' },
  done: {},
};
const CALLS = {
  update: (stream) => stream.update(text('x')),
  digest: (stream) => stream.digest(),
  verify: (stream) => stream.verify(new Uint8Array(16)),
  xof: (stream) => stream.xof(3),
  xof0: (stream) => stream.xof(0),
};

/** All sequences of so many of these calls. */
function sequences(calls, length) {
  if (length === 0) return [[]];
  return sequences(calls, length - 1).flatMap((s) => calls.map((call) => [...s, call]));
}

/** Tries every sequence of five calls against the model; how many there are. */
function walk(model, begin) {
  const all = sequences(Object.keys(CALLS).filter((call) => model.absorbing[call]), 5);
  for (const sequence of all) {
    const stream = begin();
    let state = 'absorbing';
    for (const call of sequence) {
      const next = model[state][call];
      if (next) CALLS[call](stream);
      else badState(() => CALLS[call](stream));
      state = next ?? state;
    }
  }
  return all.length;
}

const CHUNKS = [[1], [15], [16], [17], [31, 0, 33], [63, 64, 65], [127, 129], [200, 0, 7], [1000]];
const OUTPUTS = [[1], [0, 4], [7, 0, 0, 31], [135, 1], [136], [167, 2], [168], [169], [337]];

/** Cut into pieces whose sizes come from a list, again and again. */
function pieces(bytes, chunks) {
  const parts = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = chunks[i % chunks.length];
    parts.push(bytes.subarray(at, at + size));
    at += size;
  }
  return parts;
}

export const cases = {
  'every sequence of five calls'(api) {
    for (const name of api.hashes) {
      const hash = api.get(name);
      const tried = walk(hash.canXOF ? XOF : HASH, () => hash.create(usual(hash)));
      same(tried, hash.canXOF ? 4 ** 5 : 2 ** 5);
    }
    same(walk(MAC, () => api.poly1305.create(new Uint8Array(32))), 3 ** 5);
  },

  'an empty message'(api) {
    const empty = new Uint8Array(0);
    for (const hash of api.hashes.map(api.get)) {
      const expected = hash(empty, usual(hash));
      same(hash.create(usual(hash)).digest(), expected);
      same(hash.create(usual(hash)).update(empty).update(empty).digest(), expected);
    }
    const key = Uint8Array.from({ length: 32 }, (_, i) => i);
    same(api.poly1305.create(key).digest(), '101112131415161718191a1b1c1d1e1f');
    same(api.poly1305(empty, key), '101112131415161718191a1b1c1d1e1f');
  },

  'split at every place'(api) {
    for (const hash of api.hashes.map(api.get)) {
      const message = noise(2 * hash.blockLen + 9);
      const expected = hash(message, usual(hash));
      for (let at = 0; at <= message.length; at++) {
        const stream = hash.create(usual(hash)).update(message.subarray(0, at));
        same(stream.update(message.subarray(at)).digest(), expected, `${hash.algorithm} at ${at}`);
      }
    }
  },

  'cut into pieces of many sizes'(api) {
    for (const hash of api.hashes.map(api.get)) {
      const message = pattern(3000);
      const expected = hash(message, usual(hash));
      for (const chunks of CHUNKS) {
        const stream = hash.create(usual(hash));
        for (const piece of pieces(message, chunks)) stream.update(piece);
        same(stream.digest(), expected, `${hash.algorithm} in ${chunks}`);
      }
    }
  },

  'poly1305 split at every place and in three'(api) {
    const key = Uint8Array.from({ length: 32 }, (_, i) => i);
    const message = pattern(709);
    for (let at = 0; at <= message.length; at++) {
      const stream = api.poly1305.create(key).update(message.subarray(0, at));
      same(stream.update(message.subarray(at)).digest(), 'f4d0fd06fbc2730eaa55a5fe74fa9334');
    }
    const short = pattern(49);
    const expected = api.poly1305(short, key);
    for (let i = 0; i <= short.length; i++)
      for (let j = i; j <= short.length; j++) {
        const stream = api.poly1305.create(key).update(short.subarray(0, i));
        stream.update(short.subarray(i, j)).update(short.subarray(j));
        same(stream.digest(), expected, `${i} ${j}`);
      }
  },

  'poly1305 in pieces of many sizes'(api) {
    const key = Uint8Array.from({ length: 32 }, (_, i) => i);
    for (const size of [709, 2048, 70000]) {
      const message = pattern(size);
      for (const chunks of CHUNKS) {
        const stream = api.poly1305.create(key);
        for (const piece of pieces(message, chunks)) stream.update(piece);
        check(stream.verify(api.poly1305(message, key)), `${size} in ${chunks}`);
      }
    }
  },

  'output in pieces'(api) {
    for (const xof of [api.shake128, api.shake256]) {
      const expected = xof(text('abc'), { dkLen: 337 });
      for (const chunks of OUTPUTS) {
        const stream = xof.create().update(text('abc'));
        const parts = [];
        for (let left = 337, i = 0; left > 0; i++) {
          const size = Math.min(left, chunks[i % chunks.length]);
          parts.push(stream.xof(size));
          left -= size;
        }
        same(joined(parts), expected, `${xof.algorithm} in ${chunks}`);
      }
    }
  },

  'the digest of a XOF is its first output, and ends it'(api) {
    const expected = api.shake128(text('abc'), { dkLen: 60 });
    const stream = api.shake128.create({ dkLen: 40 }).update(text('abc'));
    const read = stream.clone();
    same(stream.outputLen, 40);
    same(stream.digest(), expected.subarray(0, 40));
    badState(() => stream.xof(1));
    same(read.xof(20), expected.subarray(0, 20));
    for (const copy of [read, read.clone()]) badState(() => copy.digest());
    same(read.xof(40), expected.subarray(20));
  },

  'errors say why'(api) {
    const why = (call, reason) => throws(call, 'KatwiseError', reason);
    const [hash, xof] = [api.sha256.create(), api.shake128.create({ dkLen: 5 })];
    const mac = api.poly1305.create(new Uint8Array(32));
    for (const stream of [hash, mac]) stream.digest();
    xof.xof(3);
    why(() => hash.digest(), 'sha256: this object is finished');
    why(() => mac.update(text('x')), 'poly1305: this object is finished');
    why(() => xof.update(text('x')), 'shake128: output was already read');
    why(() => xof.digest(), 'shake128: output was already read');
  },

  'copies go their own ways'(api) {
    for (const hash of api.hashes.map(api.get)) {
      const stream = hash.create(usual(hash)).update(pattern(100));
      const copy = stream.clone();
      stream.update(text('one'));
      copy.update(text('two'));
      const both = (end) => hash(joined([pattern(100), text(end)]), usual(hash));
      same(copy.digest(), both('two'));
      same(stream.digest(), both('one'));
      badState(() => stream.clone().digest());
    }
    const squeezing = api.shake256.create().update(text('abc'));
    const expected = api.shake256(text('abc'), { dkLen: 50 });
    squeezing.xof(10);
    const copy = squeezing.clone();
    squeezing.xof(5);
    same(copy.xof(40), expected.subarray(10));
  },

  'many streams at once'(api) {
    const messages = Array.from({ length: 50 }, (_, i) => noise(300, i + 1));
    const streams = messages.map(() => api.sha512.create());
    const macs = messages.map((message) => api.poly1305.create(message.subarray(0, 32)));
    for (let at = 0; at < 300; at += 30)
      messages.forEach((message, i) => {
        streams[i].update(message.subarray(at, at + 30));
        macs[i].update(message.subarray(at, at + 30));
      });
    messages.forEach((message, i) => {
      same(streams[i].digest(), api.sha512(message));
      same(macs[i].digest(), api.poly1305(message, message.subarray(0, 32)));
    });
  },

  'a level may change in the middle'(api) {
    const message = pattern(1000);
    for (const hash of api.hashes.map(api.get)) {
      const expected = hash(message, usual(hash));
      const stream = hash.create(usual(hash));
      for (let at = 0, i = 0; at < message.length; at += 90, i++) {
        api.useLevel(api.levels()[i % api.levels().length]);
        stream.update(message.subarray(at, at + 90));
      }
      same(stream.digest(), expected, hash.algorithm);
    }
    api.useLevel('auto');
  },
};
