// SPDX-License-Identifier: MIT
// Messages in pieces. The state is plain bytes that nobody else can reach; what the calls on it may
// be, and in which order, is the C library's business.
import { bytesOf, exactly, outputSize } from './bytes.js';
import { KatwiseError } from './errors.js';
import { fitting, verifyBegin, verifyFinal, verifyUpdate } from './signatures.js';

let peek;

/** The state of a stream of this machine; of nothing else. */
export const stateOf = (value, machine) => peek(value, machine);

export class Hasher {
  #machine;
  #row;
  #state;
  #size; // of the digest; undefined for a XOF that was not told
  #read; // whether xof() gave some of the output: a digest would be no digest then

  static {
    const is = (value) => typeof value === 'object' && value !== null && #state in value;
    peek = (value, machine) => (is(value) && value.#machine === machine ? value.#state : undefined);
  }

  constructor(machine, row, state, size, read = false) {
    this.#machine = machine;
    this.#row = row;
    this.#state = state;
    this.#size = size;
    this.#read = read;
  }

  get blockLen() {
    return this.#row.blockLen;
  }

  get outputLen() {
    return this.#size;
  }

  update(data) {
    this.#machine.hashUpdate(this.#row, this.#state, bytesOf(data, 'data'));
    return this;
  }

  digest(...options) {
    if (options.length) throw new TypeError('options: create() takes them, digest() none');
    if (this.#read)
      throw new KatwiseError(`${this.#row.name}: output was already read`, 'KW_BAD_STATE');
    const size = outputSize(this.#size, `options.dkLen of ${this.#row.name}.create`);
    const digest = this.#machine.hashSqueeze(this.#row, this.#state, size);
    this.#state.fill(0);
    return digest;
  }

  xof(size) {
    if (this.#row.outputLen) throw new TypeError(`xof: ${this.#row.name} is no XOF`);
    const output = this.#machine.hashSqueeze(this.#row, this.#state, outputSize(size, 'size'));
    this.#read = true;
    return output;
  }

  clone() {
    const state = this.#machine.newState(this.#state);
    return new Hasher(this.#machine, this.#row, state, this.#size, this.#read);
  }
}

export class Authenticator {
  #machine;
  #row;
  #state;

  constructor(machine, row, state) {
    this.#machine = machine;
    this.#row = row;
    this.#state = state;
  }

  get outputLen() {
    return this.#row.outputLen;
  }

  update(data) {
    this.#machine.macUpdate(this.#row, this.#state, bytesOf(data, 'data'));
    return this;
  }

  digest() {
    return this.#machine.macFinal(this.#row, this.#state);
  }

  verify(tag) {
    const bytes = exactly(this.#row.outputLen, tag, 'tag');
    return this.#machine.macFinalVerify(this.#row, this.#state, bytes);
  }
}

/** Verifies a message in pieces. */
export class Verifier {
  #machine;
  #row;
  #state;
  #signature; // a copy: it is read again in the end

  constructor(machine, row, args) {
    this.#machine = machine;
    this.#row = row;
    this.#signature = new Uint8Array(fitting(row, args.signature));
    this.#state = verifyBegin(machine, row, { ...args, signature: this.#signature });
  }

  update(data) {
    verifyUpdate(this.#machine, this.#row, this.#state, bytesOf(data, 'data'));
    return this;
  }

  verify() {
    return verifyFinal(this.#machine, this.#row, this.#state, { signature: this.#signature });
  }
}
