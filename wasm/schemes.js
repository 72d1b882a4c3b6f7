// SPDX-License-Identifier: MIT
// The signature schemes as the API has them: what callers give becomes what signatures.js takes.
import { describe } from './algorithms.js';
import { bytesOf, exactly, integer, lengthOf, optionsOf, text, wrongType } from './bytes.js';
import { KatwiseError } from './errors.js';
import * as operations from './signatures.js';
import { stateOf, Verifier } from './streams.js';

const { HEDGED, DETERMINISTIC, DERAND, INTERNAL } = operations;
const CHECKS = { verify: 1, roots: 2, all: 3 }; // KW_CHECK_
const MOST_THREADS = 64; // as many as the C library starts

// ---- Options ----

/** Bytes of a context, none of which are none. */
function contextOf(row, context) {
  if (context === undefined) return undefined;
  const bytes = bytesOf(context, 'options.context');
  if (lengthOf(bytes) <= row.context) return bytes;
  const found = `not ${lengthOf(bytes)}`;
  throw new RangeError(`options.context: expected at most ${row.context} bytes, ${found}`);
}

function prehashOf(machine, prehash) {
  if (prehash === undefined || (typeof prehash === 'string' && machine.hashes.has(prehash)))
    return prehash;
  if (typeof prehash !== 'string')
    throw wrongType('options.prehash', 'the name of a hash function', prehash);
  const message = `options.prehash: there is no hash function ${prehash}`;
  throw new KatwiseError(message, 'KW_BAD_ARGUMENT');
}

/** The message, or a copy of the state of the stream that absorbed it. */
function messageOf(machine, msg, prehash) {
  const state = stateOf(prehash, machine);
  if (!state) return { message: bytesOf(msg, 'msg'), prehash: prehashOf(machine, prehash) };
  if (msg === undefined) return { hashed: machine.newState(state) };
  throw wrongType('msg', 'undefined, as options.prehash has absorbed it', msg);
}

const threadsOf = (threads) =>
  (threads === undefined ? 1 : integer(threads, 1, MOST_THREADS, 'options.threads'));

function checksOf(check) {
  if (check === undefined) return 0;
  if (Object.hasOwn(CHECKS, text(check, 'options.check'))) return CHECKS[check];
  const message = `options.check: ${check} is none of ${Object.keys(CHECKS).join(', ')}`;
  throw new KatwiseError(message, 'KW_BAD_ARGUMENT');
}

/** Fresh randomness if nothing is said, none if it is false, or what is given. */
function entropyOf(row, extraEntropy) {
  if (extraEntropy === undefined) return { mode: HEDGED };
  if (extraEntropy === false) return { mode: DETERMINISTIC };
  if (typeof extraEntropy !== 'object' || extraEntropy === null)
    throw wrongType('options.extraEntropy', 'bytes or false', extraEntropy);
  const randomness = exactly(row.lengths.signRand, extraEntropy, 'options.extraEntropy');
  return { mode: DERAND, randomness };
}

function threadsAlone(options) {
  return { threads: threadsOf(optionsOf(options, 'threads').threads) };
}

function signing(machine, row, msg, options) {
  const names = ['context', 'prehash', 'extraEntropy', 'threads', 'check'];
  const { context, prehash, extraEntropy, threads, check } = optionsOf(options, ...names);
  return {
    ...messageOf(machine, msg, prehash),
    context: contextOf(row, context),
    ...entropyOf(row, extraEntropy),
    threads: threadsOf(threads),
    checks: checksOf(check),
  };
}

function seeding(row, seed, options) {
  const { threads } = threadsAlone(options);
  if (seed === undefined) return { mode: HEDGED, threads };
  return { mode: DERAND, randomness: exactly(row.lengths.seed, seed, 'seed'), threads };
}

/** What verification is told, but for a message and its signature. */
function verifying(machine, row, publicKey, options) {
  const { context, prehash } = optionsOf(options, 'context', 'prehash');
  const key = exactly(row.lengths.publicKey, publicKey, 'publicKey');
  return [{ key, context: contextOf(row, context) }, prehash];
}

const secretOf = (row, secretKey) => exactly(row.lengths.secretKey, secretKey, 'secretKey');

// ---- Keys at work ----

/** Wipes keys whose objects were dropped; some edge workers have no such thing. */
const dropped = globalThis.FinalizationRegistry && new FinalizationRegistry((key) => key.fill(0));

/** A secret key made ready: signing is faster. */
export class SigningKey {
  #machine;
  #row;
  #expanded;

  constructor(machine, row, expanded) {
    this.#machine = machine;
    this.#row = row;
    this.#expanded = expanded;
    dropped?.register(this, expanded, this);
  }

  sign(msg, options) {
    const [machine, row, key] = [this.#machine, this.#row, this.#expanded];
    if (!key) throw new KatwiseError(`${row.name}: this object is finished`, 'KW_BAD_STATE');
    return operations.sign(machine, row, { key, ...signing(machine, row, msg, options) });
  }

  /** Wipes the key. */
  free() {
    dropped?.unregister(this);
    this.#expanded?.fill(0);
    this.#expanded = undefined;
  }
}
if (Symbol.dispose) SigningKey.prototype[Symbol.dispose] = SigningKey.prototype.free;

// ---- Schemes ----

/**
 * FIPS 205's internal interface: its signatures are not those of sign(). Randomness is what is
 * given; none by default (algorithm 19).
 */
const internalOf = (machine, row) => Object.freeze({
  sign(msg, secretKey, options) {
    const { extraEntropy = false } = optionsOf(options, 'extraEntropy');
    const { randomness } = entropyOf(row(), extraEntropy);
    const [key, message] = [secretOf(row(), secretKey), bytesOf(msg, 'msg')];
    return operations.sign(machine(), row(), { key, message, randomness, mode: INTERNAL });
  },
  verify(sig, msg, publicKey, options) {
    optionsOf(options);
    const key = exactly(row().lengths.publicKey, publicKey, 'publicKey');
    const [signature, message] = [bytesOf(sig, 'sig'), bytesOf(msg, 'msg')];
    return operations.verify(machine(), row(), { key, signature, message, mode: INTERNAL });
  },
});

function signingOf(name, machine, row, elsewhere) {
  const argsOf = (msg, secretKey, options) => (
    { key: secretOf(row(), secretKey), ...signing(machine(), row(), msg, options) });
  return {
    keygen: (seed, options) => operations.keygen(machine(), row(), seeding(row(), seed, options)),
    keygenAsync: async (seed, options) =>
      elsewhere('keygen', name, seeding(row(), seed, options)),
    sign: (msg, secretKey, options) =>
      operations.sign(machine(), row(), argsOf(msg, secretKey, options)),
    signAsync: async (msg, secretKey, options) =>
      elsewhere('sign', name, argsOf(msg, secretKey, options)),
    getPublicKey: (secretKey) =>
      operations.publicKey(machine(), row(), { key: secretOf(row(), secretKey) }),
    checkKey: (secretKey, options) => operations.checkKey(machine(), row(),
      { key: secretOf(row(), secretKey), ...threadsAlone(options) }),
    expand(secretKey, options) {
      const args = { key: secretOf(row(), secretKey), ...threadsAlone(options) };
      return new SigningKey(machine(), row(), operations.expand(machine(), row(), args));
    },
  };
}

function itemsOf(items) {
  if (!Array.isArray(items)) throw wrongType('items', 'an array', items);
  return Array.from(items, (item, i) => {
    if (item === null || typeof item !== 'object')
      throw wrongType(`items[${i}]`, 'an object', item);
    const { signature, message } = item;
    return {
      signature: bytesOf(signature, `items[${i}].signature`),
      message: bytesOf(message, `items[${i}].message`),
    };
  });
}

const verifyingOf = (machine, row) => ({
  verify(sig, msg, publicKey, options) {
    const [args, prehash] = verifying(machine(), row(), publicKey, options);
    const signature = bytesOf(sig, 'sig');
    const message = messageOf(machine(), msg, prehash);
    return operations.verify(machine(), row(), { ...args, signature, ...message });
  },
  verifyMany(items, publicKey, options) {
    const [args, prehash] = verifying(machine(), row(), publicKey, options);
    const all = { ...args, prehash: prehashOf(machine(), prehash), items: itemsOf(items) };
    return operations.verifyMany(machine(), row(), all);
  },
  verifier(sig, publicKey, options) {
    const [args, prehash] = verifying(machine(), row(), publicKey, options);
    const signature = bytesOf(sig, 'sig');
    const all = { ...args, prehash: prehashOf(machine(), prehash), signature };
    return new Verifier(machine(), row(), all);
  },
});

/** A scheme. elsewhere(operation, name, args) runs an operation in another thread. */
export const schemeOf = (name, machine, row, elsewhere) => describe({}, name, {
  lengths: () => row().lengths,
}, {
  ...signingOf(name, machine, row, elsewhere),
  ...verifyingOf(machine, row),
  internal: internalOf(machine, row),
});
