// SPDX-License-Identifier: MIT
// What is measured, and what must come out: by OpenSSL (node:crypto), or by the standard's formula.
import { createHash } from 'node:crypto';
import { key, messages } from './tasks.mjs';

const HASH_SIZES = [8, 64, 576, 4096, 65536, 1048576];
const MAC_SIZES = [11, 26, 61, 139, 314, 709, 1597, 3595, 8090, 18205];
const QUICK = { hash: [64, 65536], mac: [61, 18205] };
const MANY = { size: 1024, messages: 64 };
const OBJECT_SIZE = 64;
const BLOCKS = { size: 9216, messages: 64 }; // these tell what a block costs
const XOF_OUTPUT = 32; // bytes taken of a XOF

/** The jobs of an algorithm of katwise's table: its name, kind 'hash' or 'mac', outputLength. */
export function jobsOf({ name, kind, outputLength }, { sizes, quick }) {
  const outSize = outputLength || XOF_OUTPUT;
  const job = { algorithm: name, messages: 1, xof: !outputLength, outSize };
  const usual = quick ? QUICK[kind] : { hash: HASH_SIZES, mac: MAC_SIZES }[kind];
  const chosen = sizes.length ? sizes : usual;
  const single = kind === 'mac' ? 'mac' : 'hash';
  const jobs = chosen.map((size) => ({ ...job, operation: single, size }));
  if (kind === 'mac' || sizes.length) return jobs;
  return [
    ...jobs,
    { ...job, operation: 'object', size: OBJECT_SIZE },
    { ...job, operation: 'hash', ...MANY },
    { ...job, operation: 'many', ...MANY },
  ];
}

/** What a block costs in the hash functions that signature algorithms are made of. */
export function blockJobs(algorithms) {
  const of = { SHA2: [['sha256', 32], ['sha512', 64]], SHAKE: [['sha3-512', 64]] };
  const families = Object.keys(of).filter((f) => algorithms.some((name) => name.includes(f)));
  return families.flatMap((family) => of[family]).map(([algorithm, outSize]) => (
    { algorithm, operation: 'blocks', ...BLOCKS, outSize, xof: false }));
}

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const number = (bytes) => BigInt(`0x${hex(Uint8Array.from(bytes).reverse())}`); // little-endian

/** RFC 8439, section 2.5.1. */
function poly1305(message) {
  const p = (1n << 130n) - 5n;
  const r = number(key.slice(0, 16)) & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
  let sum = 0n;
  for (let i = 0; i < message.length; i += 16)
    sum = ((sum + number([...message.slice(i, i + 16), 1])) * r) % p;
  const tag = (sum + number(key.slice(16))) & ((1n << 128n) - 1n);
  return hex(Buffer.from(tag.toString(16).padStart(32, '0'), 'hex').reverse());
}

/** The outputs of all messages, in hexadecimal. */
export function expectedOutputs(job) {
  const options = job.xof ? { outputLength: job.outSize } : undefined;
  if (job.operation === 'mac') return messages(job).map(poly1305);
  return messages(job).map((m) => createHash(job.algorithm, options).update(m).digest('hex'));
}
