// SPDX-License-Identifier: MIT
// Signatures against OpenSSL 3.5 or later, as Node.js has it from version 24 on: pure ones, without
// and with a context, of all sets.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { noise, pattern, same } from '../check.mjs';

const MESSAGE = noise(3000, 5);
/** DER: a tag, the length, the content. */
function tagged(tag, ...parts) {
  const content = Buffer.concat(parts);
  const { length } = content;
  return Buffer.concat([Buffer.from(length < 128 ? [tag, length] : [tag, 0x81, length]), content]);
}

/** The object identifier 2.16.840.1.101.3.4.3.N (RFC 9909); N is 20 for the first of our names. */
const algorithm = (number) =>
  tagged(0x30, tagged(6, Buffer.from([0x60, 0x86, 0x48, 1, 0x65, 3, 4, 3, 20 + number])));
const pkcs8 = (number, secretKey) =>
  tagged(0x30, Buffer.from([2, 1, 0]), algorithm(number), tagged(4, secretKey));
const spki = (number, publicKey) =>
  tagged(0x30, algorithm(number), tagged(3, Buffer.from([0]), publicKey));

/** Theirs, for a pair of keys. */
function theirs(number, { publicKey, secretKey }, options) {
  const der = (type, key) => ({ format: 'der', type, key });
  const secret = createPrivateKey(der('pkcs8', pkcs8(number, secretKey)));
  const open = createPublicKey(der('spki', spki(number, publicKey)));
  return {
    sign: () => sign(null, MESSAGE, { key: secret, ...options }),
    verify: (signature) => verify(null, MESSAGE, { key: open, ...options }, signature),
  };
}

function each(apis, names, options) {
  for (const name of names) {
    const pair = apis[0].get(name).keygen(pattern(apis[0].get(name).lengths.seed));
    const their = theirs(apis[0].signatures.indexOf(name), pair, options);
    const theirSignature = their.sign();
    for (const scheme of apis.map((api) => api.get(name))) {
      const ours = (signature) => scheme.verify(signature, MESSAGE, pair.publicKey, options);
      const all = [theirSignature, theirSignature.map((x, i) => (i === 99 ? x ^ 1 : x))];
      same(all.map(ours), [true, false], name);
      if (name.endsWith('s') && scheme !== apis[0].get(name)) continue; // natively alone
      const signature = scheme.sign(MESSAGE, pair.secretKey, options);
      const both = [signature, signature.map((x, i) => (i === 99 ? x ^ 1 : x))];
      same(both.map(their.verify), [true, false], name);
    }
  }
}

const fast = ([{ signatures }]) => signatures.filter((name) => name.endsWith('f'));

export const cases = {
  'pure signatures of all sets': (apis) => each(apis, apis[0].signatures, {}),
  'contexts': (apis) => each(apis, fast(apis), { context: Buffer.from(noise(200)) }),

  'keys that it made'(apis) {
    for (const name of fast(apis)) {
      const { privateKey } = generateKeyPairSync(name.toLowerCase());
      const secretKey = privateKey.export({ format: 'der', type: 'pkcs8' })
        .subarray(-apis[0].get(name).lengths.secretKey);
      for (const scheme of apis.map((api) => api.get(name))) {
        const publicKey = scheme.getPublicKey(secretKey);
        same([scheme.checkKey(secretKey), scheme.verify(sign(null, MESSAGE, privateKey), MESSAGE,
          publicKey)], [true, true], name);
      }
    }
  },
};
