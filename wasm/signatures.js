// SPDX-License-Identifier: MIT
// Signatures on a machine: requests (exports.h) go in, keys and signatures come out. The args were
// checked already, and are plain data, so that they can go to a worker.
import { isShared, lengthOf } from './bytes.js';
import { CODES } from './errors.js';
import { DATA, DIRECT, KEY, SIDE_BY_SIDE } from './machine.js';

export const [HEDGED, DETERMINISTIC, DERAND, INTERNAL] = [0, 1, 2, 3];
const [REQUEST, TOGETHER, ABSORBED] = [256, 16, 0xffff];
const [ROW, SIZES, MODE, PREHASH, THREADS, CHECKS, COUNT, ITEMS] = [0, 1, 6, 7, 8, 9, 10, 11];
const NONE = new Uint8Array(0);

const [BAD_STATE, NO_RANDOM, BAD_SIGNATURE, BAD_KEY] =
  ['KW_BAD_STATE', 'KW_NO_RANDOM', 'KW_BAD_SIGNATURE', 'KW_BAD_KEY']
    .map((code) => -CODES.indexOf(code));
const SUBJECTS = { [NO_RANDOM]: 'randomness', [BAD_KEY]: 'secretKey' };

/** Writes a request, with some bytes behind its parts; gives where they end. */
function ask(machine, row, args, { more = [], room = 0 } = {}) {
  const { key, context, randomness, signature, message } = args;
  const parts = [key, context, randomness, signature, message].map((bytes) => bytes ?? NONE);
  const all = [...parts, ...more];
  const size = all.reduce((sum, bytes) => sum + lengthOf(bytes), REQUEST);
  machine.reserve(size + room, more.length ? 'items' : 'msg');
  const { memory, words } = machine;
  if (args.hashed) memory.set(args.hashed);
  words[ROW] = row.index;
  parts.forEach((bytes, i) => { words[SIZES + i] = lengthOf(bytes); });
  words[MODE] = args.mode ?? HEDGED;
  words[PREHASH] = args.hashed ? ABSORBED : prehashOf(machine, args.prehash);
  words[THREADS] = args.threads ?? 0;
  words[CHECKS] = args.checks ?? 0;
  words[COUNT] = more.length / 2;
  more.forEach((bytes, i) => { words[ITEMS + i] = lengthOf(bytes); });
  let at = DATA + REQUEST;
  for (const bytes of all) {
    memory.set(bytes, at);
    at += lengthOf(bytes);
  }
  return at;
}

const prehashOf = (machine, name) =>
  (name === undefined ? 0 : 1 + machine.find('hashes', name).index);

function check(machine, row, status) {
  if (status === BAD_STATE) machine.fail(status, 'options.prehash', 'it has ended, or was read');
  machine.check(status, SUBJECTS[status] ?? row.name);
}

/** Asks for `room` bytes of output, which give(bytes) makes a result of; all else is wiped. */
function get(machine, call, row, args, room, give) {
  const end = ask(machine, row, args, { room });
  check(machine, row, machine.calls[call]());
  const result = give(machine.memory.subarray(end, end + room));
  machine.wipe(end + room);
  return result;
}

/** Whether the call finds nothing wrong: `wrong` is the status for that. */
function judge(machine, row, end, call, wrong) {
  const status = call();
  if (status !== wrong) check(machine, row, status);
  machine.wipe(end);
  return status === 0;
}

// ---- Keys ----

export function keygen(machine, row, args) {
  const { publicKey, secretKey } = row.lengths;
  return get(machine, 'sig_keygen', row, args, publicKey + secretKey, (bytes) => (
    { publicKey: bytes.slice(0, publicKey), secretKey: bytes.slice(publicKey) }));
}

export const publicKey = (machine, row, args) =>
  get(machine, 'sig_public_key', row, args, row.lengths.publicKey, (bytes) => bytes.slice());

export const expand = (machine, row, args) =>
  get(machine, 'sig_expand', row, args, row.expanded, (bytes) => bytes.slice());

export const checkKey = (machine, row, args) =>
  judge(machine, row, ask(machine, row, args), machine.calls.sig_check_key, BAD_KEY);

// ---- Signing ----

/** Calls with the args once what is to be hashed first was hashed; the state is wiped then. */
function digested(machine, args, call) {
  let { hashed } = args;
  if (args.prehash !== undefined) {
    const hash = machine.find('hashes', args.prehash);
    hashed = machine.hashBegin(hash);
    machine.hashUpdate(hash, hashed, args.message);
  }
  if (!hashed) return call(args);
  try {
    return call({ ...args, prehash: undefined, hashed, message: NONE });
  } finally {
    hashed.fill(0);
  }
}

export const sign = (machine, row, args) =>
  digested(machine, args, (ready) => signReady(machine, row, ready));

function signReady(machine, row, args) {
  const { message } = args;
  const direct = machine.calls.sig_sign_from && lengthOf(message) > DIRECT && !isShared(message);
  const room = row.lengths.signature;
  const end = ask(machine, row, direct ? { ...args, message: NONE } : args, { room });
  const { sig_sign, sig_sign_from } = machine.calls;
  check(machine, row, direct ? sig_sign_from(message) : sig_sign());
  const at = direct ? end : end - lengthOf(message); // where the message lay
  const signature = machine.memory.slice(at, at + room);
  machine.wipe(end + room);
  return signature;
}

// ---- Verification ----

/** A signature, unless its size is wrong: then nothing, whose size is wrong, too. */
export const fitting = (row, signature) =>
  (lengthOf(signature) === row.lengths.signature ? signature : NONE);

export function verify(machine, row, { signature, ...args }) {
  const fit = { ...args, signature: fitting(row, signature) };
  return digested(machine, fit, (ready) => verifyReady(machine, row, ready));
}

function verifyReady(machine, row, args) {
  if (lengthOf(args.message) <= machine.limit || args.mode === INTERNAL) {
    const end = ask(machine, row, args);
    return judge(machine, row, end, machine.calls.sig_verify, BAD_SIGNATURE);
  }
  const state = verifyBegin(machine, row, args);
  verifyUpdate(machine, row, state, args.message);
  return verifyFinal(machine, row, state, args);
}

/** The state of a message to verify; a signature of a wrong size shows in the end. */
export function verifyBegin(machine, row, { key, context, prehash, signature }) {
  const state = new Uint8Array(KEY);
  const end = ask(machine, row, { key, context, prehash, signature });
  machine.on(state, row.name, machine.calls.sig_verify_init);
  machine.wipe(end);
  return state;
}

export function verifyUpdate(machine, row, state, bytes) {
  const { sig_verify_update, sig_verify_update_from } = machine.calls;
  const absorb = () => machine.absorb(sig_verify_update, sig_verify_update_from, bytes);
  machine.on(state, row.name, absorb);
}

/** The verdict, which ends the state. */
export function verifyFinal(machine, row, state, { signature }) {
  let status;
  const end = ask(machine, row, { signature });
  machine.on(state, row.name, () => {
    status = machine.calls.sig_verify_final();
    return status === BAD_SIGNATURE ? 0 : status;
  });
  machine.wipe(end);
  state.fill(0);
  return status === 0;
}

/** The items from `first` on that go together. */
function batchOf(items, first) {
  let size = 0, count = 0;
  while (count < TOGETHER && first + count < items.length) {
    const { signature, message } = items[first + count];
    size += lengthOf(signature) + lengthOf(message);
    if (size > SIDE_BY_SIDE) break;
    count++;
  }
  return items.slice(first, first + count);
}

function verifyBatch(machine, row, args, batch) {
  const more = batch.flatMap(({ signature, message }) => [signature, message]);
  const end = ask(machine, row, args, { more });
  check(machine, row, machine.calls.sig_verify_many());
  const results = new Int32Array(machine.words.slice(0, batch.length).buffer);
  machine.wipe(end);
  return Array.from(results, (status) => status === 0);
}

export function verifyMany(machine, row, { items, ...args }) {
  const fit = items.map(({ signature, message }) => (
    { signature: fitting(row, signature), message }));
  const results = [];
  while (results.length < fit.length) {
    const batch = batchOf(fit, results.length);
    if (batch.length > 1) results.push(...verifyBatch(machine, row, args, batch));
    else results.push(verify(machine, row, { ...args, ...fit[results.length] }));
  }
  return results;
}
