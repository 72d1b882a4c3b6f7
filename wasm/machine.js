// SPDX-License-Identifier: MIT
// A backend at work. This is the one place where bytes go in and come out: they are copied into the
// backend's memory, results are copied out of it, and what was used of it is wiped.
import { isShared, lengthOf, part } from './bytes.js';
import { CODES, KatwiseError } from './errors.js';

// exports.h: bytes of a hash's or a MAC's state; where a key, a tag and data lie behind the largest
// state; the most messages side by side.
export const [STATE, KEY, TAG, DATA, MANY] = [384, 832, 896, 960, 64];
const PIECE = 65536; // bytes of a message handed over at a time
export const DIRECT = 16384; // longer messages are read in place, if the backend can
const SIZES = 4 * MANY; // bytes
const LANES = 16; // the most that any level has;
export const SIDE_BY_SIDE = 1 << 24; // memory grows to at most this, so that they are full
const MOST = 2 ** 31 - 1; // bytes that memory may have: what WebAssembly has at most
const SLAB = 16; // states that share an ArrayBuffer: making one costs as much as hashing 64 bytes
const [BAD_ARGUMENT, BAD_STATE, BAD_TAG] =
  ['KW_BAD_ARGUMENT', 'KW_BAD_STATE', 'KW_BAD_TAG'].map((code) => -CODES.indexOf(code));

/** The memory that a backend begins with: enough for MANY messages of 1 KiB. */
export const MEMORY = DATA + 2 * PIECE;

const CALLS = ['describe', 'level', 'level_use', 'random', 'hash_init', 'hash_update',
  'hash_squeeze', 'hash_once', 'hash_many', 'mac_init', 'mac_update', 'mac_final',
  'mac_final_verify', 'mac_once', 'mac_verify', 'sig_keygen', 'sig_public_key', 'sig_check_key',
  'sig_expand', 'sig_sign', 'sig_verify', 'sig_verify_many', 'sig_verify_init',
  'sig_verify_update', 'sig_verify_final'];

/** The functions of exports.h, which take the memory first, for this memory. */
export function bindCalls(functions, ...memory) {
  const missing = CALLS.find((name) => typeof functions[name] !== 'function');
  if (missing) throw new KatwiseError(`backend: it has no function ${missing}`, 'KW_BACKEND');
  const bound = (name) => functions[name].bind(undefined, ...memory);
  return Object.fromEntries(CALLS.map((name) => [name, bound(name)]));
}

/** Why no call is possible: a state that has ended is zeros. */
const stateTrouble = (state) =>
  (state.every((byte) => byte === 0) ? 'this object is finished' : 'output was already read');

/**
 * A backend is { kind, memory, calls, grow, module }: some memory, bindCalls on it, a function from
 * a size to a backend with that much memory, and what another thread needs to start the same. Its
 * calls may have hash_update_from, .., which read a message in place.
 */
export class Machine {
  #slab = new Uint8Array(0);

  constructor(backend, version) {
    this.#attach(backend);
    this.#describe(version);
  }

  #attach({ kind, memory, calls, grow, module }) {
    Object.assign(this, { kind, memory, calls, grow, module });
    this.state = part(memory, 0, STATE);
    this.largeState = part(memory, 0, KEY);
    this.words = new Uint32Array(memory.buffer, memory.byteOffset + DATA, MANY);
    this.limit = calls.hash_update_from ? DIRECT : PIECE; // of a message in one call
  }

  // ---- What there is ----

  #describe(version) {
    const words = ['version', 'layout', 'start', 'status', 'hash', 'mac', 'signature', 'level'];
    const lines = Object.fromEntries(words.map((word) => [word, []]));
    for (const line of this.#text(this.calls.describe())) {
      const [word, ...fields] = line.split('\t');
      lines[word]?.push(fields);
    }
    const found = `${lines.version} (${lines.layout})`;
    const needed = `${version} (${[STATE, KEY, TAG, DATA, MANY]})`;
    if (found !== needed)
      throw new KatwiseError(`backend: it is version ${found}, not ${needed}`, 'KW_BACKEND');
    this.statuses = Object.fromEntries(lines.status);
    this.hashes = new Map(lines.hash.map(([name, blockLen, outputLen], index) => (
      [name, { index, name, blockLen: +blockLen, outputLen: +outputLen }])));
    this.macs = new Map(lines.mac.map(([name, keyLen, outputLen], index) => (
      [name, { index, name, keyLen: +keyLen, outputLen: +outputLen }])));
    this.signatures = new Map(lines.signature.map(([name, ...sizes], index) => {
      const [expanded, context, ...rest] = sizes.map(Number);
      const [publicKey, secretKey, signature, seed, signRand] = rest;
      const lengths = Object.freeze({ publicKey, secretKey, signature, seed, signRand });
      return [name, { index, name, lengths, context, expanded }];
    }));
    this.builtLevels = lines.level.map(([name]) => name);
    this.levels = lines.level.filter(([, available]) => +available).map(([name]) => name);
    this.#followEnvironment(-lines.start);
  }

  /** Native code has followed it, if it could; WebAssembly has no environment but Node.js's. */
  #followEnvironment(status) {
    const wanted = globalThis.process?.env?.KATWISE_CPU;
    if (this.kind === 'wasm' && wanted) status = this.#use(wanted);
    if (status === 0) return;
    const levels = this.levels.join(', ');
    const message = `KATWISE_CPU: '${wanted}' is no level that this machine can run (${levels})`;
    throw new KatwiseError(message, CODES[-status]);
  }

  #text(size) {
    return String.fromCharCode(...this.memory.subarray(DATA, DATA + size)).trimEnd().split('\n');
  }

  check(status, subject) {
    if (status < 0) this.fail(status, subject);
  }

  fail(status, subject, trouble = this.statuses[-status]) {
    this.memory.fill(0);
    throw new KatwiseError(`${subject}: ${trouble}`, CODES[-status]);
  }

  /** A row of one of the tables, hashes, macs and signatures. */
  find(table, name) {
    const row = this[table].get(name);
    if (!row) throw new KatwiseError(`backend: it has no ${name}`, 'KW_BACKEND');
    return row;
  }

  level() {
    return this.#text(this.calls.level())[0];
  }

  #use(level) {
    if (!this.builtLevels.includes(level)) return BAD_ARGUMENT;
    for (let i = 0; i < level.length; i++) this.memory[DATA + i] = level.charCodeAt(i);
    return this.calls.level_use(level.length);
  }

  /** A native level is the process's: other threads must not be hashing. */
  useLevel(name) {
    const status = this.#use(name);
    this.check(status, `name: ${name}${status === BAD_STATE ? ' beside other threads' : ''}`);
  }

  // ---- Memory ----

  /** Room for so many bytes behind DATA, or an error that names the argument that asks for it. */
  reserve(size, name) {
    if (DATA + size <= this.memory.length) return;
    try {
      if (size > MOST) throw new RangeError(`there is no room for ${size} bytes`);
      this.#attach(this.grow(DATA + size));
    } catch (cause) {
      throw new RangeError(`${name}: more bytes than memory can have`, { cause });
    }
  }

  /** Wipes what lies before a place. */
  wipe(end) {
    this.memory.fill(0, 0, end);
  }

  /** The output, and the first `used` bytes behind DATA wiped. */
  #take(size, used) {
    const out = this.memory.slice(DATA, DATA + size);
    this.memory.fill(0, DATA, DATA + (size > used ? size : used));
    return out;
  }

  /** Gives a message, in pieces, to a function that updates the state. */
  absorb(update, updateFrom, bytes) {
    const length = lengthOf(bytes);
    if (updateFrom && length > DIRECT && !isShared(bytes)) return updateFrom(bytes);
    let at = 0, status;
    do {
      const piece = length > PIECE ? part(bytes, at, Math.min(at + PIECE, length)) : bytes;
      this.memory.set(piece, DATA);
      status = update(lengthOf(piece));
      at += PIECE;
    } while (at < length && status === 0);
    this.memory.fill(0, DATA, DATA + Math.min(length, PIECE));
    return status;
  }

  /** A state, which its owner keeps to itself: zeros, or a copy. */
  newState(from) {
    if (this.#slab.length === 0) this.#slab = new Uint8Array(SLAB * KEY);
    const state = this.#slab.subarray(0, KEY);
    this.#slab = this.#slab.subarray(KEY);
    if (from) state.set(from);
    return state;
  }

  /** Runs a call on a state. */
  on(state, subject, call) {
    this.memory.set(state);
    const status = call();
    if (status === BAD_STATE) this.fail(status, subject, stateTrouble(state));
    this.check(status, subject);
    const held = state.length === STATE ? this.state : this.largeState;
    state.set(held);
    held.fill(0);
  }

  /** Random bytes of the operating system. */
  random(size) {
    this.reserve(size, 'size');
    this.check(this.calls.random(size), 'randomness');
    return this.#take(size, 0);
  }

  // ---- Hashes ----

  hashOnce(row, outSize, bytes) {
    const length = lengthOf(bytes);
    if (length > this.limit || outSize > PIECE) return this.#hashLong(row, outSize, bytes);
    this.memory.set(bytes, DATA);
    this.check(this.calls.hash_once(row.index, outSize, length), row.name);
    return this.#take(outSize, length);
  }

  #hashLong(row, outSize, bytes) {
    const state = this.hashBegin(row);
    this.hashUpdate(row, state, bytes);
    const out = this.hashSqueeze(row, state, outSize);
    state.fill(0);
    return out;
  }

  /** The state of a new message. */
  hashBegin(row) {
    if (!row.start) {
      const start = this.newState();
      this.on(start, row.name, () => this.calls.hash_init(row.index));
      row.start = start;
    }
    return this.newState(row.start);
  }

  hashUpdate(row, state, bytes) {
    const { hash_update, hash_update_from } = this.calls;
    this.on(state, row.name, () => this.absorb(hash_update, hash_update_from, bytes));
  }

  hashSqueeze(row, state, size) {
    if (size > PIECE) return this.#squeezeLong(row, state, size);
    this.on(state, row.name, () => this.calls.hash_squeeze(size));
    return this.#take(size, size);
  }

  #squeezeLong(row, state, size) {
    const out = new Uint8Array(size); // may throw: nothing has happened then
    for (let at = 0; at < size; at += PIECE)
      out.set(this.hashSqueeze(row, state, Math.min(PIECE, size - at)), at);
    return out;
  }

  // ---- Hashes side by side ----

  hashMany(row, outSize, messages) {
    const outputs = [];
    while (outputs.length < messages.length) {
      const batch = this.#batch(outSize, messages, outputs.length);
      if (batch.length > 1) outputs.push(...this.#hashBatch(row, outSize, batch));
      else outputs.push(this.hashOnce(row, outSize, messages[outputs.length]));
    }
    return outputs;
  }

  /** The messages from `first` on that go together: as many as memory holds, or fill the lanes. */
  #batch(outSize, messages, first) {
    const room = this.memory.length - DATA;
    let size = SIZES, count = 0;
    while (count < MANY && first + count < messages.length) {
      size += lengthOf(messages[first + count]) + outSize;
      if (size > room && (count >= LANES || size > SIDE_BY_SIDE)) break;
      count++;
    }
    return messages.slice(first, first + count);
  }

  #hashBatch(row, outSize, batch) {
    const end = batch.reduce((sum, bytes) => sum + lengthOf(bytes) + outSize, DATA + SIZES);
    this.reserve(end - DATA, 'messages');
    let at = DATA + SIZES;
    for (let i = 0; i < batch.length; i++) {
      this.words[i] = lengthOf(batch[i]);
      this.memory.set(batch[i], at);
      at += this.words[i];
    }
    this.check(this.calls.hash_many(row.index, outSize, batch.length), row.name);
    const outputs = batch.map(() => this.memory.slice(at, (at += outSize)));
    this.memory.fill(0, DATA, end);
    return outputs;
  }

  // ---- MACs ----

  macOnce(row, bytes, key) {
    this.check(this.#mac(row, bytes, key, this.calls.mac_once, this.calls.mac_final), row.name);
    const tag = this.memory.slice(TAG, TAG + row.outputLen);
    this.#wipeMac(bytes);
    return tag;
  }

  macVerify(row, tag, bytes, key) {
    this.memory.set(tag, TAG);
    const status = this.#mac(row, bytes, key, this.calls.mac_verify, this.calls.mac_final_verify);
    this.#wipeMac(bytes);
    return this.#verdict(status, row.name);
  }

  #mac(row, bytes, key, once, end) {
    const { mac_init, mac_update, mac_update_from } = this.calls;
    this.memory.set(key, KEY);
    const length = lengthOf(bytes);
    if (length <= this.limit) {
      this.memory.set(bytes, DATA);
      return once(row.index, length);
    }
    let status = mac_init(row.index);
    if (status === 0) status = this.absorb(mac_update, mac_update_from, bytes);
    return status === 0 ? end(row.index) : status;
  }

  #wipeMac(bytes) {
    this.memory.fill(0, KEY, DATA + Math.min(lengthOf(bytes), PIECE));
  }

  #verdict(status, subject) {
    if (status !== BAD_TAG) this.check(status, subject);
    return status === 0;
  }

  macBegin(row, key) {
    const state = this.newState();
    this.memory.set(key, KEY);
    this.on(state, row.name, () => this.calls.mac_init(row.index));
    this.memory.fill(0, KEY, TAG);
    return state;
  }

  macUpdate(row, state, bytes) {
    const { mac_update, mac_update_from } = this.calls;
    this.on(state, row.name, () => this.absorb(mac_update, mac_update_from, bytes));
  }

  macFinal(row, state) {
    this.on(state, row.name, () => this.calls.mac_final(row.index));
    const tag = this.memory.slice(TAG, TAG + row.outputLen);
    this.memory.fill(0, TAG, DATA);
    return tag;
  }

  macFinalVerify(row, state, tag) {
    let status;
    this.memory.set(tag, TAG);
    this.on(state, row.name, () => {
      status = this.calls.mac_final_verify(row.index);
      return status === BAD_TAG ? 0 : status;
    });
    this.memory.fill(0, TAG, DATA);
    return status === 0;
  }
}
