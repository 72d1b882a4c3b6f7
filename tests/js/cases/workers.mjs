// SPDX-License-Identifier: MIT
// signAsync and keygenAsync: the same results and errors from another thread.
import { buffersOf, Elsewhere } from '../../../wasm/elsewhere.js';
import { answer } from '../../../wasm/serve.js';
import { check, noise, pattern, same, text } from '../check.mjs';

const ABC = text('abc');
const DETERMINISTIC = { extraEntropy: false };

function set(api) {
  const scheme = api.slh_dsa_shake_128f;
  return { scheme, ...scheme.keygen(pattern(48)) };
}

/** What a promise is rejected with. */
async function rejection(promise) {
  let value;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`no error but ${value}`);
}

/** Its workers only note what is done to them. */
function puppets(postMessage = () => {}) {
  const workers = [];
  const spawn = (_, onMessage, onError) => {
    const worker = { onMessage, onError, postMessage, ended: 0, resting: 0 };
    worker.terminate = () => { worker.ended++; };
    worker.unref = () => { worker.resting++; };
    workers.push(worker);
    return worker;
  };
  return { elsewhere: new Elsewhere({ kind: 'native' }, '1', spawn), workers };
}

export const cases = {
  async 'the results are the same'(api) {
    const { scheme, publicKey, secretKey } = set(api);
    same(await scheme.keygenAsync(pattern(48)), { publicKey, secretKey });
    const some = { context: noise(9), threads: 2 };
    for (const message of [new Uint8Array(0), ABC, noise(200000)])
      for (const options of [{}, some, { ...some, prehash: 'sha512' },
        { check: 'all' }, { extraEntropy: noise(16) }]) {
        const all = { ...DETERMINISTIC, ...options };
        const signature = await scheme.signAsync(message, secretKey, all);
        same(signature, scheme.sign(message, secretKey, all));
        same([signature.byteOffset, signature.buffer.byteLength], [0, 17088]);
      }
    const stream = api.sha256.create().update(ABC);
    const hashed = await scheme.signAsync(undefined, secretKey, { prehash: stream });
    check(scheme.verify(hashed, ABC, publicKey, { prehash: 'sha256' }), 'refused');
    const fresh = await scheme.keygenAsync();
    const three = [1, 2, 3].map(() => scheme.signAsync(ABC, fresh.secretKey));
    const signatures = await Promise.all(three);
    same(new Set(signatures.map(String)).size, 3);
    same(signatures.map((s) => scheme.verify(s, ABC, fresh.publicKey)), [true, true, true]);
  },

  async 'inputs are copied at once, and stay as they are'(api) {
    const { scheme, publicKey, secretKey } = set(api);
    const [message, key, context] = [pattern(3000), secretKey.slice(), noise(20)];
    const signing = scheme.signAsync(message, key, { context });
    for (const bytes of [message, key, context]) {
      check(bytes.length > 0, 'it was transferred');
      bytes.fill(0);
    }
    const signature = await signing;
    check(scheme.verify(signature, pattern(3000), publicKey, { context: noise(20) }), 'refused');
    const seed = pattern(48);
    const generating = scheme.keygenAsync(seed);
    seed.fill(0);
    same((await generating).secretKey, secretKey);
  },

  async 'the errors are the same, as rejections'(api) {
    const { scheme, secretKey } = set(api);
    for (const args of [[], ['abc', secretKey], [ABC, noise(9)], [ABC, secretKey, { rng: 1 }],
      [ABC, secretKey, { context: noise(256) }], [ABC, secretKey, { prehash: 'md5' }],
      [ABC, secretKey, { threads: 0 }], [ABC, secretKey, { prehash: api.sha256.create() }]]) {
      const found = await rejection(scheme.signAsync(...args));
      let expected;
      try {
        scheme.sign(...args);
      } catch (error) {
        expected = error;
      }
      for (const field of ['name', 'message', 'code']) same(found[field], expected[field]);
    }
    same((await rejection(scheme.keygenAsync(noise(9)))).name, 'RangeError');
    const ended = api.sha256.create();
    ended.digest();
    const error = await rejection(scheme.signAsync(undefined, secretKey, { prehash: ended }));
    check(error instanceof api.KatwiseError, 'of another class'); // this comes from the worker
    same([error.code, error.message],
      ['KW_BAD_STATE', 'options.prehash: it has ended, or was read']);
    check((await scheme.signAsync(ABC, secretKey)).length === 17088, 'nothing works any more');
  },

  async 'other work goes on beside it'(api) {
    const { scheme, secretKey } = set(api);
    await scheme.signAsync(ABC, secretKey);
    let turns = 0, signed = 0;
    const signing = Promise.all(Array.from({ length: 10 }, async () => {
      await scheme.signAsync(ABC, secretKey);
      signed++;
    }));
    while (signed < 10) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      turns++;
    }
    await signing;
    check(turns > 10, `${turns} turns`);
  },

  async 'each level'(api) {
    const { scheme, secretKey } = set(api);
    const expected = scheme.sign(ABC, secretKey, DETERMINISTIC);
    for (const level of api.levels()) {
      api.useLevel(level);
      same(await scheme.signAsync(ABC, secretKey, DETERMINISTIC), expected, level);
    }
    api.useLevel('auto');
  },

  async 'messages that nobody waits for are ignored'() {
    const { elsewhere, workers } = puppets();
    const failing = elsewhere.run('sign', 'X', {});
    workers[0].onError(new Error('garbled'));
    const error = await rejection(failing);
    same([error.message, error.code, workers[0].ended], ['worker: garbled', 'KW_BACKEND', 1]);
    workers[0].onMessage({ id: 0, result: 'late' });
    const working = elsewhere.run('sign', 'X', {});
    workers[0].onMessage({ id: 0, result: 'late' });
    workers[0].onError(new Error('late'));
    same([workers.length, workers[1].ended], [2, 0]);
    for (const result of ['right', 'again']) workers[1].onMessage({ id: 1, result });
    same([await working, workers[1].resting], ['right', 1]);
  },

  async 'a worker that takes nothing ends, or rests'() {
    const refuse = (when) => (message) => {
      if (when(message)) throw new Error('no');
    };
    for (const [when, ended, resting] of [
      [({ version }) => version, 1, 0], [({ id }) => id === 0, 0, 1], [() => true, 1, 0],
    ]) {
      const { elsewhere, workers } = puppets(refuse(when));
      const error = await rejection(elsewhere.run('sign', 'X', { key: noise(9) }));
      same([error.message, error.code], ['worker: no', 'KW_BACKEND']);
      same([workers[0].ended, workers[0].resting], [ended, resting], String(when));
    }
  },

  'bytes that move are not looked at one by one'() {
    const counted = noise(50000);
    const get = () => { throw new Error('it was'); };
    Object.defineProperty(counted, 'each', { enumerable: true, get });
    same(buffersOf(counted).length, 1);
    same(buffersOf({ publicKey: noise(9), secretKey: noise(9), mode: 1 }).length, 2);
  },

  'a worker wipes what it was given'() {
    const args = { key: noise(64), message: noise(99), mode: 1 };
    const row = { name: 'X' };
    const seen = [];
    const machine = { find: () => row, level: () => 'auto', check() {}, reserve() { throw row; } };
    for (const operation of ['sign', 'keygen', 'none'])
      seen.push(answer(() => machine, { id: 7, operation, name: 'X', args: { ...args } }).id);
    same(seen, [7, 7, 7]);
    same([args.key, args.message].map((bytes) => bytes.every((x) => x === 0)), [true, true]);
  },
};
