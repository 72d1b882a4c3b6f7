// SPDX-License-Identifier: MIT
// Work in another thread, which starts with the first call and ends when nothing was asked for a
// while. What it is given is a copy, which moves there; results move back.
import { KatwiseError } from './errors.js';

const IDLE = 10000; // ms
const KINDS = { RangeError, TypeError };

/** Fresh copies of all bytes: nobody else can change or see them. */
const copied = (args) => Object.fromEntries(Object.entries(args).map(([name, value]) => (
  [name, ArrayBuffer.isView(value) ? new Uint8Array(value) : value])));

const bytesIn = (value) =>
  (ArrayBuffer.isView(value) ? [value] : Object.values(value).filter(ArrayBuffer.isView));

/** The memory that moves to the other side. */
export const buffersOf = (value) => bytesIn(value).map(({ buffer }) => buffer);

export function wipe(args) {
  for (const bytes of bytesIn(args)) bytes.fill(0);
}

function threadError(cause) {
  if (cause instanceof KatwiseError) return cause;
  const reason = cause?.message ?? 'it does not load, or has ended';
  return new KatwiseError(`worker: ${reason}`, 'KW_BACKEND', { cause });
}

/**
 * spawn(kind, onMessage, onError) gives a worker that runs serve(): it has postMessage and
 * terminate, in Node.js ref and unref, too.
 */
export class Elsewhere {
  #machine;
  #version;
  #spawn;
  #worker;
  #waiting = new Map(); // those who wait, by the number of their call
  #calls = 0;
  #idle;

  constructor(machine, version, spawn) {
    this.#machine = machine;
    this.#version = version;
    this.#spawn = spawn;
  }

  /** Runs one of the functions of signatures.js; gives a promise of its result. */
  run(operation, name, args) {
    const id = this.#calls++;
    const copies = copied(args);
    args.hashed?.fill(0); // a copy already; the rest is the caller's
    return new Promise((resolve, reject) => {
      try {
        this.#worker ??= this.#begin();
        const level = this.#machine.kind === 'wasm' ? this.#machine.level() : undefined;
        const message = { id, level, operation, name, args: copies };
        this.#worker.postMessage(message, buffersOf(copies));
      } catch (cause) {
        wipe(copies);
        if (this.#worker && this.#waiting.size === 0) this.#rest(); // it may be a new one
        throw threadError(cause);
      }
      clearTimeout(this.#idle);
      this.#worker.ref?.();
      this.#waiting.set(id, { resolve, reject });
    });
  }

  #begin() {
    const onMessage = (message) => this.#settle(message);
    const onError = (cause) => { if (worker === this.#worker) this.#fail(cause); };
    const worker = this.#spawn(this.#machine.kind, onMessage, onError);
    try {
      worker.postMessage({ version: this.#version, module: this.#machine.module });
      return worker;
    } catch (cause) {
      worker.terminate();
      throw cause;
    }
  }

  #settle({ id, result, error }) {
    if (!this.#waiting.has(id)) return; // it came after #fail
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) reject(new (KINDS[error.name] ?? KatwiseError)(error.message, error.code));
    else resolve(result);
    if (this.#waiting.size === 0) this.#rest();
  }

  #rest() {
    clearTimeout(this.#idle);
    this.#worker.unref?.();
    this.#idle = setTimeout(() => this.#end(), IDLE);
    this.#idle.unref?.();
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #fail(cause) {
    this.#end();
    for (const { reject } of this.#waiting.values()) reject(threadError(cause));
    this.#waiting.clear();
  }
}
