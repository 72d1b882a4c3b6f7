// SPDX-License-Identifier: MIT
// What signature schemes do. Known answers, the other sets and other implementations are elsewhere.
import { check, noise, pattern, same, text, throws } from '../check.mjs';
import { joined } from '../inputs.mjs';

/** FIPS 205, table 2: bytes of public key, secret key, signature. */
const SIZES = { '128s': [32, 64, 7856], '128f': [32, 64, 17088], '192s': [48, 96, 16224],
  '192f': [48, 96, 35664], '256s': [64, 128, 29792], '256f': [64, 128, 49856] };
const ABC = text('abc');
const DETERMINISTIC = { extraEntropy: false };

const schemeOf = (api) => api.slh_dsa_sha2_128f;
const pairOf = (scheme) => scheme.keygen(pattern(scheme.lengths.seed));

/** A copy with one bit changed. */
const flipped = (bytes, at = bytes.length - 1) => bytes.map((x, i) => (i === at ? x ^ 1 : x));

/** Verifies in pieces of some size. */
function inPieces(scheme, signature, message, publicKey, options, size) {
  const verifier = scheme.verifier(signature, publicKey, options);
  for (let at = 0; at < message.length; at += size)
    verifier.update(message.subarray(at, at + size));
  return verifier.verify();
}

export const cases = {
  'names and sizes are those of the standard'(api) {
    same(api.signatures.length, 12);
    for (const name of api.signatures) {
      const [, hash, set] = name.match(/^SLH-DSA-(SHA2|SHAKE)-(\d+[sf])$/);
      const scheme = api[`slh_dsa_${hash.toLowerCase()}_${set}`];
      const [publicKey, secretKey, signature] = SIZES[set];
      const n = publicKey / 2;
      same(scheme.lengths, { publicKey, secretKey, signature, seed: 3 * n, signRand: n }, name);
    }
  },

  'a pair from a seed, and random pairs'(api) {
    const scheme = schemeOf(api);
    const { publicKey, secretKey } = pairOf(scheme);
    same(secretKey.subarray(0, 48), pattern(48));
    same(secretKey.subarray(32), publicKey);
    same(pairOf(scheme), { publicKey, secretKey });
    same(scheme.getPublicKey(secretKey), publicKey);
    const pairs = [scheme.keygen(), scheme.keygen(undefined, {}), scheme.keygen(undefined)];
    same(new Set(pairs.map((pair) => String(pair.secretKey))).size, 3);
    for (const pair of pairs)
      check(scheme.verify(scheme.sign(ABC, pair.secretKey), ABC, pair.publicKey), 'refused');
  },

  'randomness is fresh unless the caller says otherwise'(api) {
    const scheme = schemeOf(api);
    const { publicKey, secretKey } = pairOf(scheme);
    const fresh = [undefined, {}, { extraEntropy: undefined }].map((options) =>
      scheme.sign(ABC, secretKey, options));
    same(new Set(fresh.map((signature) => String(signature.subarray(0, 16)))).size, 3);
    const fixed = scheme.sign(ABC, secretKey, DETERMINISTIC);
    same(scheme.sign(ABC, secretKey, DETERMINISTIC), fixed);
    // FIPS 205, algorithm 19: PK.seed takes the place of randomness
    same(scheme.sign(ABC, secretKey, { extraEntropy: publicKey.subarray(0, 16) }), fixed);
    const given = scheme.sign(ABC, secretKey, { extraEntropy: noise(16) });
    check(String(given) !== String(fixed), 'the randomness is not used');
    for (const signature of [...fresh, fixed, given])
      check(scheme.verify(signature, ABC, publicKey), 'refused');
  },

  'inputs stay as they are, results have memory of their own'(api) {
    const scheme = schemeOf(api);
    const whole = noise(5000);
    const at = (from, size) => whole.subarray(from, from + size);
    const { publicKey, secretKey } = scheme.keygen(at(1, 48));
    whole.set(secretKey, 100);
    whole.set(publicKey, 200);
    const before = whole.slice();
    const options = { context: at(300, 99), extraEntropy: at(401, 16) };
    const signature = scheme.sign(at(501, 999), at(100, 64), options);
    const all = new Uint8Array(signature.length + 9).fill(0xee);
    all.set(signature, 3);
    const inside = all.subarray(3, -6);
    const verify = { context: options.context };
    check(scheme.verify(inside, at(501, 999), at(200, 32), verify), 'refused');
    const right = { signature: inside, message: at(501, 999) };
    const items = [right, { signature: all, message: whole }];
    same(scheme.verifyMany(items, at(200, 32), verify), [true, false]);
    check(inPieces(scheme, inside, at(501, 999), at(200, 32), verify, 100), 'refused in pieces');
    same([whole, all.subarray(3, -6)], [before, signature]);
    same([scheme.checkKey(at(100, 64)), scheme.getPublicKey(at(100, 64))], [true, publicKey]);
    for (const { byteOffset, byteLength, buffer } of [publicKey, secretKey, signature])
      same([byteOffset, buffer.byteLength], [0, byteLength]);
    same(whole, before);
  },

  'a signature of a wrong length is false, a wrong one, too'(api) {
    const scheme = schemeOf(api);
    const { publicKey, secretKey } = pairOf(scheme);
    const right = scheme.sign(ABC, secretKey);
    const internal = scheme.internal.sign(ABC, secretKey);
    for (const change of [
      () => new Uint8Array(0), (s) => s.subarray(0, 1), (s) => s.subarray(1), (s) => s.slice(0, -1),
      (s) => joined([s, [0]]), (s) => joined([s, s]), (s) => joined([[0], s]), (s) => flipped(s),
      (s) => flipped(s, 0), (s) => flipped(s, 5000), () => new Uint8Array(17088), () => publicKey,
    ]) {
      const wrong = change(right);
      same(scheme.verify(wrong, ABC, publicKey), false);
      same(inPieces(scheme, wrong, ABC, publicKey, undefined, 2), false);
      const items = [right, wrong, right].map((signature) => ({ signature, message: ABC }));
      same(scheme.verifyMany(items, publicKey), [true, false, true]);
      same(scheme.internal.verify(change(internal), ABC, publicKey), false);
    }
    same(scheme.verify(right, flipped(ABC), publicKey), false);
    same(scheme.verify(right, ABC, flipped(publicKey)), false);
    same(scheme.verify(right, ABC, new Uint8Array(32)), false);
  },

  'permuted arguments are errors, or at least never true'(api) {
    const scheme = schemeOf(api);
    const { publicKey, secretKey } = pairOf(scheme);
    const signature = scheme.sign(ABC, secretKey);
    const { verify } = scheme;
    throws(() => verify(signature, publicKey, ABC), 'RangeError', 'publicKey: ');
    throws(() => verify(publicKey, signature, ABC), 'RangeError', 'publicKey: ');
    throws(() => verify(publicKey, ABC, signature), 'RangeError', 'publicKey: ');
    throws(() => verify(ABC, publicKey, signature), 'RangeError', 'publicKey: ');
    same(verify(ABC, signature, publicKey), false); // a signature of a wrong length
    throws(() => scheme.sign(secretKey, ABC), 'RangeError', 'secretKey: ');
    throws(() => scheme.sign(ABC, publicKey), 'RangeError', 'secretKey: ');
    throws(() => verify(signature, ABC, secretKey), 'RangeError', 'publicKey: ');
    throws(() => scheme.verifyMany(publicKey, []), 'TypeError', 'publicKey: ');
    throws(() => scheme.verifier(publicKey, signature), 'RangeError', 'publicKey: ');
  },

  'contexts'(api) {
    const scheme = schemeOf(api);
    const { publicKey, secretKey } = pairOf(scheme);
    const sign = (context) => scheme.sign(ABC, secretKey, { context, extraEntropy: false });
    const none = scheme.sign(ABC, secretKey, DETERMINISTIC);
    const end = pattern(9).subarray(9);
    for (const empty of [undefined, new Uint8Array(0), end, new ArrayBuffer(0)]) {
      same(sign(empty), none);
      check(scheme.verify(none, ABC, publicKey, { context: empty }), 'refused');
    }
    for (const size of [1, 100, 254, 255]) {
      const context = noise(size);
      const signature = sign(context);
      check(scheme.verify(signature, ABC, publicKey, { context }), 'refused');
      check(inPieces(scheme, signature, ABC, publicKey, { context }, 1), 'refused in pieces');
      for (const other of [undefined, flipped(context), context.subarray(1)])
        same(scheme.verify(signature, ABC, publicKey, { context: other }), false);
    }
    for (const size of [256, 257, 1000, 100000]) {
      const options = { context: noise(size) };
      for (const call of [
        () => scheme.sign(ABC, secretKey, options),
        () => scheme.verify(none, ABC, publicKey, options),
        () => scheme.verify(new Uint8Array(0), ABC, publicKey, options),
        () => scheme.verifyMany([], publicKey, options),
        () => scheme.verifier(none, publicKey, options),
      ]) throws(call, 'RangeError', 'options.context: expected at most 255 bytes');
    }
  },

  'messages that were hashed first'(api) {
    const scheme = schemeOf(api);
    const { publicKey, secretKey } = pairOf(scheme);
    const [message, context] = [pattern(1000), text('context')];
    for (const prehash of api.hashes) {
      const stream = api.get(prehash).create().update(message);
      const options = { context, prehash };
      const streamed = { context, prehash: stream };
      const signature = scheme.sign(message, secretKey, { ...options, ...DETERMINISTIC });
      const again = scheme.sign(undefined, secretKey, { ...streamed, ...DETERMINISTIC });
      same(again, signature, prehash);
      const verify = (o, msg = message) => scheme.verify(signature, msg, publicKey, o);
      same([verify(options), scheme.verify(signature, undefined, publicKey, streamed)],
        [true, true], prehash);
      check(inPieces(scheme, signature, message, publicKey, options, 300), 'refused in pieces');
      const items = [message, pattern(999), message].map((msg) => ({ signature, message: msg }));
      same(scheme.verifyMany(items, publicKey, options), [true, false, true]);
      const other = prehash === 'sha256' ? 'sha512' : 'sha256';
      same([verify({ context }), verify({ prehash }), verify({ context, prehash: other })],
        [false, false, false], prehash);
      stream.update(ABC); // goes on as if nothing had been signed
      const more = { context, prehash: stream };
      same(scheme.verify(signature, undefined, publicKey, more), false);
      const longer = scheme.sign(undefined, secretKey, more);
      check(scheme.verify(longer, joined([message, ABC]), publicKey, options), 'refused');
    }
  },

  'messages of any length'(api) {
    const scheme = schemeOf(api);
    const { publicKey, secretKey } = pairOf(scheme);
    const all = noise(3 << 20);
    for (const size of [0, 1, 16384, 16385, 65536, 65537, 200001, 3 << 20]) {
      const message = all.subarray(0, size);
      const signature = scheme.sign(message, secretKey);
      const other = flipped(message);
      check(scheme.verify(signature, message, publicKey), `${size} bytes: refused`);
      check(!size || !scheme.verify(signature, other, publicKey), `${size} bytes: accepted`);
      check(inPieces(scheme, signature, message, publicKey, undefined, 99999), 'refused in pieces');
      const internal = scheme.internal.sign(message, secretKey);
      check(scheme.internal.verify(internal, message, publicKey), `${size} bytes: refused inside`);
      const hashed = scheme.sign(message, secretKey, { prehash: 'shake256' });
      check(scheme.verify(hashed, message, publicKey, { prehash: 'shake256' }), 'refused hashed');
    }
  },

  'many signatures'(api) {
    const scheme = schemeOf(api);
    const { publicKey, secretKey } = pairOf(scheme);
    const messages = Array.from({ length: 5 }, (_, i) => noise(1 + 3000 * i, i + 1));
    const signatures = messages.map((message) => scheme.sign(message, secretKey));
    const items = Array.from({ length: 43 }, (_, i) => (
      { signature: signatures[i % 5], message: messages[i % 7 === 6 ? (i + 1) % 5 : i % 5] }));
    const expected = items.map((_, i) => i % 7 !== 6);
    same(scheme.verifyMany(items, publicKey), expected);
    for (const count of [0, 1, 2, 15, 16, 17])
      same(scheme.verifyMany(items.slice(0, count), publicKey), expected.slice(0, count));
    const large = noise(9 << 20);
    const signature = scheme.sign(large, secretKey);
    const some = [large, large, ABC, large.subarray(1)].map((message) => ({ signature, message }));
    same(scheme.verifyMany(some, publicKey), [true, true, false, false]);
  },

  'a verifier serves once'(api) {
    const scheme = schemeOf(api);
    const { publicKey, secretKey } = pairOf(scheme);
    const signature = scheme.sign(ABC, secretKey);
    const given = signature.slice();
    const [verifier, other] = [1, 2].map(() => scheme.verifier(given, publicKey));
    given.fill(0); // it has a copy
    check(verifier.update(ABC) === verifier, 'update gives something else');
    same([verifier.verify(), other.verify()], [true, false]);
    for (const call of [() => verifier.verify(), () => verifier.update(ABC)]) {
      const error = throws(call, 'KatwiseError', 'SLH-DSA-SHA2-128f: this object is finished');
      same(error.code, 'KW_BAD_STATE');
    }
    same(Reflect.ownKeys(verifier), []);
  },

  'expanded keys'(api) {
    const scheme = schemeOf(api);
    const { publicKey, secretKey } = pairOf(scheme);
    const given = secretKey.slice();
    const key = scheme.expand(given, { threads: 2 });
    given.fill(0); // it has a copy
    const options = { context: ABC, extraEntropy: noise(16) };
    for (const message of [new Uint8Array(0), ABC, noise(100000)])
      same(key.sign(message, options), scheme.sign(message, secretKey, options));
    const prehash = api.sha512.create().update(ABC);
    const hashed = key.sign(undefined, { prehash });
    check(scheme.verify(hashed, ABC, publicKey, { prehash: 'sha512' }), 'refused');
    same([key.sign.length, Reflect.ownKeys(key)], [2, []]);
    (key[Symbol.dispose] ?? key.free).call(key);
    key.free();
    const error = throws(() => key.sign(ABC), 'KatwiseError', 'SLH-DSA-SHA2-128f: this object is');
    same(error.code, 'KW_BAD_STATE');
  },

  'secret keys whose parts do not fit'(api) {
    const scheme = schemeOf(api);
    const { secretKey } = pairOf(scheme);
    same(scheme.checkKey(secretKey), true);
    for (const at of [0, 40, 48, 63]) { // in SK.seed, PK.seed, PK.root
      const wrong = flipped(secretKey, at);
      same(scheme.checkKey(wrong, { threads: 2 }), false);
      same(throws(() => scheme.expand(wrong), 'KatwiseError', 'secretKey: ').code, 'KW_BAD_KEY');
    }
  },

  'threads and checks change nothing'(api) {
    const scheme = schemeOf(api);
    const { secretKey } = pairOf(scheme);
    const expected = scheme.sign(ABC, secretKey, DETERMINISTIC);
    for (const options of [{ threads: 1 }, { threads: 2 }, { threads: 64 }, { check: undefined },
      { check: 'verify' }, { check: 'roots' }, { check: 'all', threads: 3 }])
      same(scheme.sign(ABC, secretKey, { ...options, ...DETERMINISTIC }), expected);
    same(scheme.keygen(pattern(48), { threads: 2 }).secretKey, secretKey);
  },

  'the internal interface is another'(api) {
    const scheme = schemeOf(api);
    const { publicKey, secretKey } = pairOf(scheme);
    const signature = scheme.internal.sign(ABC, secretKey);
    same([scheme.internal.verify(signature, ABC, publicKey),
      scheme.verify(signature, ABC, publicKey)], [true, false]);
    const { internal } = scheme;
    const signed = (options) => String(internal.sign(ABC, secretKey, options));
    const pkSeed = { extraEntropy: publicKey.subarray(0, 16) }; // algorithm 19: instead of none
    for (const none of [undefined, {}, { extraEntropy: undefined }, DETERMINISTIC])
      same(signed(none), signed(pkSeed), 'with randomness');
    const given = internal.sign(ABC, secretKey, { extraEntropy: noise(16) });
    check(String(given) !== signed(), 'the randomness is not used');
    check(internal.verify(given, ABC, publicKey), 'refused');
    const context = text('context'); // FIPS 205, algorithm 22: 0, size, context, message
    const formatted = joined([[0, context.length], context, ABC]);
    const outside = scheme.sign(ABC, secretKey, { context, ...DETERMINISTIC });
    same(internal.sign(formatted, secretKey, DETERMINISTIC), outside);
  },

  'every set on every level'(api) {
    const fast = api.signatures.filter((name) => name.endsWith('f'));
    for (const scheme of fast.map(api.get)) {
      const { publicKey, secretKey } = pairOf(scheme);
      const expected = scheme.sign(ABC, secretKey, DETERMINISTIC);
      for (const level of api.levels()) {
        api.useLevel(level);
        same(scheme.sign(ABC, secretKey, DETERMINISTIC), expected, `${scheme.name} ${level}`);
        check(scheme.verify(expected, ABC, publicKey), `${scheme.name} ${level}`);
      }
    }
  },

  'memory that is shared is copied'(api) {
    const scheme = schemeOf(api);
    const shared = (bytes) => {
      const view = new Uint8Array(new SharedArrayBuffer(bytes.length));
      view.set(bytes);
      return view;
    };
    const { publicKey, secretKey } = scheme.keygen(shared(pattern(48)));
    for (const message of [ABC, noise(20000), noise(100000)]) {
      const signature = scheme.sign(shared(message), shared(secretKey));
      const args = [shared(signature), shared(message), shared(publicKey)];
      check(scheme.verify(...args), 'refused');
      const items = Array(3).fill({ signature: args[0], message: args[1] });
      same(scheme.verifyMany(items, args[2]), [true, true, true]);
      check(inPieces(scheme, args[0], args[1], args[2], undefined, 30000), 'refused in pieces');
    }
  },
};
