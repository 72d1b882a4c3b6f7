// SPDX-License-Identifier: MIT
// Assertions, for Node.js and browsers alike.
import { hex } from './inputs.mjs';

export function check(condition, text) {
  if (!condition) throw new Error(text);
}

function shown(value) {
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array ? hex(value) : String(JSON.stringify(value));
}

/** Bytes are compared as bytes; a string beside bytes is their hexadecimal form. */
export function same(found, expected, text = 'wrong value') {
  const [f, e] = [found, expected].map(shown);
  check(f === e, `${text}: ${f.slice(0, 200)} instead of ${e.slice(0, 200)}`);
}

/** The call throws an error of exactly this name, whose message begins with the argument's. */
export function throws(call, name, argument) {
  let result;
  try {
    result = call();
  } catch (error) {
    const told = `${error.name}: ${error.message}`;
    check(error.name === name, `${told}, which is no ${name}`);
    check(error.message.startsWith(argument), `${told}, which does not name ${argument}`);
    return error;
  }
  throw new Error(`no error but ${shown(result)}, where ${name} about ${argument} is right`);
}

export const text = (string) => new TextEncoder().encode(string);

/** Byte i is i mod 251. */
export function pattern(size) {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[i] = i % 251;
  return bytes;
}

/** Bytes that look random and are the same each time (xorshift32). */
export function noise(size, seed = 1) {
  const bytes = new Uint8Array(size);
  let x = seed;
  for (let i = 0; i < size; i++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    bytes[i] = x;
  }
  return bytes;
}

/** The options with which a hash gives its digest, or a XOF 32 bytes. */
export const usual = (hash) => (hash.canXOF ? { dkLen: 32 } : undefined);
