// SPDX-License-Identifier: MIT
// The driver's side of signatures: a key whose seed is 00 01 02 and so on, and what it signs. Key
// and first signature are known answers; all contestants have to make the same.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as katwise from 'katwise';

export const OPERATIONS = ['keygen', 'sign', 'verify', 'verify8'];
const QUICK = ['SLH-DSA-SHA2-128f', 'SLH-DSA-SHAKE-128f']; // those that sign fastest
const COUNT = 16; // how much work verification is depends on the message: so many are signed
const SPOILT_OUTPUT = Array.from({ length: COUNT }, (_, i) => (i === 5 ? '00' : '01'));

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const messages = Array.from({ length: COUNT }, (_, i) => Buffer.from([97 + i, 98, 99]));

let entries;

/** tests/kat's secret key for the seed, and SHA-256 of its plain signature of the first message. */
function known(algorithm, seed) {
  const file = new URL('../../tests/kat/slh-dsa.json', import.meta.url);
  entries ??= JSON.parse(readFileSync(file, 'utf8')).entries;
  const own = entries.filter((entry) => entry.algorithm === algorithm);
  const key = own.find((entry) => entry.seed === seed)?.secret_key;
  const unlike = ['context', 'prehash', 'interface', 'randomness', 'signature'];
  const entry = own.find((e) => e.secret_key === key && e.message === `hex:${hex(messages[0])}`
    && !unlike.some((field) => field in e));
  if (!entry) throw new Error(`${algorithm}: tests/kat has no answer for the key of this harness`);
  return [key, entry.signature_sha256];
}

const made = new Map();

/** {seed, publicKey, secretKey, signed: pairs of message and signature}, in hexadecimal. */
function factsOf(algorithm) {
  if (made.has(algorithm)) return made.get(algorithm);
  const scheme = katwise.get(algorithm);
  const seed = Uint8Array.from({ length: scheme.lengths.seed }, (_, i) => i);
  const { publicKey, secretKey } = scheme.keygen(seed);
  const signatures = messages.map((m) => scheme.sign(m, secretKey, { extraEntropy: false }));
  const found = [hex(secretKey), createHash('sha256').update(signatures[0]).digest('hex')];
  if (found.join() !== known(algorithm, hex(seed)).join())
    throw new Error(`${algorithm}: not the known key or signature`);
  const signed = messages.map((message, i) => [hex(message), hex(signatures[i])]);
  const all = { seed: hex(seed), publicKey: hex(publicKey), secretKey: hex(secretKey), signed };
  made.set(algorithm, all);
  return all;
}

/** Whether an algorithm is measured if none is named. */
export const usual = (name, quick) => !quick || QUICK.includes(name);

export function signatureJobs(algorithm) {
  return OPERATIONS.map((operation) => ({
    kind: 'signature', algorithm, operation,
    size: operation === 'keygen' ? 0 : messages[0].length,
    messages: operation.startsWith('verify') ? COUNT : 1,
  }));
}

/** The job with all that lanes need, and the outputs that they must give. */
export function withFacts(job) {
  const facts = factsOf(job.algorithm);
  const { publicKey, secretKey, signed } = facts;
  const outputs = { keygen: [publicKey + secretKey], sign: [signed[0][1]] };
  const expected = outputs[job.operation] ?? SPOILT_OUTPUT;
  return { job: { ...job, ...facts, expected: expected[0] }, expected };
}
