// SPDX-License-Identifier: MIT
// cross.mjs BACKEND FILE: does what tests/test_cross_signatures.py asks for in a file, as JSON.
import { readFileSync } from 'node:fs';
import { openBackend } from './backends.mjs';
import { hex, unhex } from './inputs.mjs';

const [backend, file] = process.argv.slice(2);
const { seed, message, context, sign, verify } = JSON.parse(readFileSync(file, 'utf8'));
const api = openBackend(backend);
const options = { context: unhex(context) };

function pairOf(scheme) {
  return scheme.keygen(unhex(seed).subarray(0, scheme.lengths.seed));
}

function signatures(name) {
  const scheme = api.get(name);
  const { publicKey, secretKey } = pairOf(scheme);
  const each = [{ extraEntropy: false }, {}].map((more) =>
    scheme.sign(unhex(message), secretKey, { ...options, ...more }));
  return [publicKey, ...each].map(hex);
}

const verdict = ([name, publicKey, signature]) =>
  api.get(name).verify(unhex(signature), unhex(message), unhex(publicKey), options);

console.log(JSON.stringify(sign ? sign.map(signatures) : verify.map(verdict)));
