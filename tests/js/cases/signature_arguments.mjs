// SPDX-License-Identifier: MIT
// Bad input to signature schemes: one error that names the argument, and everything works after it.
import { check, noise, pattern, same, text, throws } from '../check.mjs';

const NO_BYTES = ['abc', [1, 2], 5, null, { length: 3 }, new Array(32), 5n, true, () => 0,
  Symbol('x'), new Date(), new Proxy(new Uint8Array(3), {})];
const NO_OBJECTS = [null, 5, 'context', true, () => 0];
const ABC = text('abc');

/** A scheme, a pair of keys, a signature; done() checks that they still work. */
function set(api) {
  const scheme = api.slh_dsa_sha2_128f;
  const { publicKey, secretKey } = scheme.keygen(pattern(48));
  const signature = scheme.sign(ABC, secretKey, { extraEntropy: false });
  const copies = [publicKey, secretKey, signature].map((bytes) => bytes.slice());
  const done = () => {
    same([publicKey, secretKey, signature], copies, 'an input was changed');
    same(scheme.sign(ABC, secretKey, { extraEntropy: false }), signature);
    check(scheme.verify(signature, ABC, publicKey), 'refused');
  };
  return { scheme, publicKey, secretKey, signature, done };
}

/** Every way to sign, with some options. */
const signings = ({ scheme, secretKey }) => [
  (options, msg = ABC) => scheme.sign(msg, secretKey, options),
  (options, msg = ABC) => scheme.expand(secretKey).sign(msg, options),
];

/** Every way to verify, with some options. */
const verifications = ({ scheme, publicKey, signature }) => [
  (options) => scheme.verify(signature, ABC, publicKey, options),
  (options) => scheme.verifyMany([{ signature, message: ABC }], publicKey, options),
  (options) => scheme.verifier(signature, publicKey, options),
];

const all = (given) => [...signings(given), ...verifications(given)];

const refuseAll = (values, name, argument, call) =>
  values.forEach((value) => throws(() => call(value), name, argument));

export const cases = {
  'only bytes are a message, a signature, a key, a seed'(api) {
    const given = set(api);
    const { scheme, publicKey, secretKey, signature, done } = given;
    const { internal } = scheme;
    const items = (item) => scheme.verifyMany([{ signature, message: ABC }, item], publicKey);
    for (const value of [...NO_BYTES, undefined]) {
      const refuse = (argument, ...calls) =>
        calls.forEach((call) => throws(call, 'TypeError', `${argument}: `));
      refuse('msg', () => scheme.sign(value, secretKey), () => internal.sign(value, secretKey),
        () => scheme.expand(secretKey).sign(value),
        () => scheme.verify(signature, value, publicKey),
        () => internal.verify(signature, value, publicKey));
      refuse('secretKey', () => scheme.sign(ABC, value), () => internal.sign(ABC, value),
        () => scheme.getPublicKey(value), () => scheme.checkKey(value), () => scheme.expand(value));
      refuse('publicKey', () => scheme.verify(signature, ABC, value),
        () => scheme.verifyMany([], value), () => scheme.verifier(signature, value),
        () => internal.verify(signature, ABC, value));
      refuse('sig', () => scheme.verify(value, ABC, publicKey),
        () => scheme.verifier(value, publicKey), () => internal.verify(value, ABC, publicKey));
      refuse('data', () => scheme.verifier(signature, publicKey).update(value));
      refuse('items[1].signature', () => items({ signature: value, message: ABC }));
      refuse('items[1].message', () => items({ signature, message: value }));
    }
    refuseAll(NO_BYTES, 'TypeError', 'seed: ', (value) => scheme.keygen(value));
    const lists = [...NO_OBJECTS, undefined, ABC, { 0: 1, length: 1 }, new Set()];
    refuseAll(lists, 'TypeError', 'items: ', (value) => scheme.verifyMany(value, publicKey));
    for (const item of [...NO_OBJECTS, undefined])
      if (typeof item !== 'function') throws(() => items(item), 'TypeError', 'items[1]: ');
    done();
  },

  'keys, seeds and randomness have one size'(api) {
    const { scheme, publicKey, signature, secretKey, done } = set(api);
    for (const size of [0, 1, 15, 17, 31, 33, 47, 49, 63, 65, 96, 128, 17088, 20000]) {
      const wrong = noise(size);
      const refuse = (argument, ...calls) =>
        calls.forEach((call) => throws(call, 'RangeError', `${argument}: expected`));
      refuse('secretKey', () => scheme.sign(ABC, wrong), () => scheme.getPublicKey(wrong),
        () => scheme.checkKey(wrong), () => scheme.expand(wrong),
        () => scheme.internal.sign(ABC, wrong));
      refuse('publicKey', () => scheme.verify(signature, ABC, wrong),
        () => scheme.verify(noise(5), ABC, wrong), () => scheme.verifyMany([], wrong),
        () => scheme.verifier(signature, wrong),
        () => scheme.internal.verify(signature, ABC, wrong));
      refuse('seed', () => scheme.keygen(wrong));
      const options = { extraEntropy: wrong };
      refuse('options.extraEntropy', () => scheme.sign(ABC, secretKey, options),
        () => scheme.internal.sign(ABC, secretKey, options));
    }
    done();
  },

  'options are known ones, in an object'(api) {
    const given = set(api);
    const { scheme, secretKey, publicKey, signature, done } = given;
    const threads = [
      (options) => scheme.keygen(undefined, options),
      (options) => scheme.expand(secretKey, options),
      (options) => scheme.checkKey(secretKey, options),
    ];
    const internal = [
      (options) => scheme.internal.sign(ABC, secretKey, options),
      (options) => scheme.internal.verify(signature, ABC, publicKey, options),
    ];
    for (const call of [...all(given), ...threads, ...internal]) {
      refuseAll(NO_OBJECTS, 'TypeError', 'options: ', call);
      for (const name of ['ctx', 'Context', 'deterministic', 'hedged', 'rng', 'dkLen'])
        throws(() => call({ [name]: undefined }), 'TypeError', `options: there is no ${name}`);
    }
    for (const call of [...verifications(given), ...threads])
      throws(() => call({ extraEntropy: false }), 'TypeError', 'options: there is no extraEntropy');
    for (const call of internal)
      for (const name of ['context', 'prehash', 'threads', 'check'])
        throws(() => call({ [name]: undefined }), 'TypeError', `options: there is no ${name}`);
    for (const name of ['threads', 'check'])
      for (const call of verifications(given))
        throws(() => call({ [name]: undefined }), 'TypeError', `options: there is no ${name}`);
    done();
  },

  'contexts are bytes, randomness is bytes or false'(api) {
    const given = set(api);
    for (const call of all(given))
      refuseAll(NO_BYTES, 'TypeError', 'options.context: ', (context) => call({ context }));
    const { scheme, secretKey } = given;
    const inside = (options) => scheme.internal.sign(ABC, secretKey, options);
    for (const call of [...signings(given), inside])
      refuseAll([...NO_BYTES, 0, ''], 'TypeError', 'options.extraEntropy: ',
        (extraEntropy) => call({ extraEntropy }));
    given.done();
  },

  'threads are a number, a check is a name'(api) {
    const given = set(api);
    for (const call of signings(given)) {
      refuseAll([0, -1, 1.5, NaN, Infinity, 65, 2 ** 32 + 1], 'RangeError', 'options.threads: ',
        (threads) => call({ threads }));
      refuseAll(['2', null, [2], {}, 2n], 'TypeError', 'options.threads: ',
        (threads) => call({ threads }));
      refuseAll([['verify'], { verify: true }, null, true, 1, Symbol('verify')], 'TypeError',
        'options.check: ', (check) => call({ check }));
      refuseAll(['Verify', '', 'toString', 'verify,roots'], 'KatwiseError', 'options.check: ',
        (check) => call({ check }));
    }
    given.done();
  },

  'the hash function before is one of ours, by its name'(api) {
    const given = set(api);
    for (const call of all(given)) {
      for (const prehash of ['md5', '', 'SHA256', 'sha-256', 'sha512_256', 'poly1305', 'at']) {
        const error = throws(() => call({ prehash }), 'KatwiseError', 'options.prehash: ');
        same(error.code, 'KW_BAD_ARGUMENT');
      }
      const others = [null, 5, true, api.sha256, ABC, {}, api.poly1305.create(noise(32)),
        Object.create(api.sha256.create())];
      refuseAll(others, 'TypeError', 'options.prehash: ', (prehash) => call({ prehash }));
    }
    given.done();
  },

  'a stream in place of the message'(api) {
    const given = set(api);
    const { scheme, publicKey, signature, done } = given;
    const prehash = api.sha256.create().update(ABC);
    const verify = (msg, options) => scheme.verify(signature, msg, publicKey, options);
    for (const call of [...signings(given), (options, msg = ABC) => verify(msg, options)])
      for (const msg of [ABC, new Uint8Array(0), null, 'abc'])
        throws(() => call({ prehash }, msg), 'TypeError', 'msg: expected undefined');
    for (const options of [undefined, {}, { prehash: 'sha256' }])
      throws(() => verify(undefined, options), 'TypeError', 'msg: ');
    for (const call of verifications(given).slice(1))
      throws(() => call({ prehash }), 'TypeError', 'options.prehash: ');
    const ended = api.sha256.create();
    ended.digest();
    const read = api.shake128.create();
    read.xof(0);
    for (const stream of [ended, read]) {
      const error = throws(() => verify(undefined, { prehash: stream }), 'KatwiseError',
        'options.prehash: it has ended, or was read');
      same(error.code, 'KW_BAD_STATE');
    }
    same(prehash.digest(), api.sha256(ABC));
    done();
  },

  'memory that was transferred is an error'(api) {
    const { scheme, publicKey, secretKey, signature, done } = set(api);
    const gone = pattern(100);
    const { port1 } = new MessageChannel();
    port1.postMessage(null, [gone.buffer]);
    port1.close();
    throws(() => scheme.sign(gone, secretKey), 'TypeError', 'msg: its memory');
    throws(() => scheme.sign(ABC, gone), 'TypeError', 'secretKey: its memory');
    throws(() => scheme.verify(gone, ABC, publicKey), 'TypeError', 'sig: its memory');
    throws(() => scheme.verify(signature, ABC, gone), 'TypeError', 'publicKey: its memory');
    done();
  },
};
