// SPDX-License-Identifier: MIT

/** What is taken for bytes. A view counts for exactly its part. Nothing is ever written to it. */
export type Bytes = ArrayBufferView | ArrayBuffer;

/** What is given: new, of exactly the size of the output, on an ArrayBuffer of its own. */
export type Output = Uint8Array<ArrayBuffer>;

export interface XofOptions {
  /** Bytes of output, from 0 to 2**31 - 1. */
  dkLen: number;
}

interface Stream {
  readonly blockLen: number;
  update(data: Bytes): this;
  /** Ends the message; every call after it throws. Of a XOF: the dkLen bytes create() was told. */
  digest(): Output;
  clone(): this;
}

/** A message that comes in pieces. */
export interface Hasher extends Stream {
  readonly outputLen: number;
}

/** A message, and output, that come in pieces. After xof() update() and digest() throw. */
export interface XofHasher extends Stream {
  readonly outputLen: number | undefined;
  /** The next bytes of output. */
  xof(size: number): Output;
}

interface Algorithm {
  /** The public name, such as `sha512-256`. */
  readonly algorithm: string;
  /** Bytes of output; 0 for a XOF. */
  readonly outputLen: number;
}

export interface Hash extends Algorithm {
  (data: Bytes, options?: Partial<XofOptions>): Output;
  create(options?: Partial<XofOptions>): Hasher;
  readonly blockLen: number;
  readonly canXOF: boolean;
}

export interface Xof extends Algorithm {
  (data: Bytes, options: XofOptions): Output;
  create(options?: XofOptions): XofHasher;
  readonly blockLen: number;
  readonly canXOF: boolean;
}

/** A MAC over a message that comes in pieces, for one message: digest() or verify() ends it. */
export interface Authenticator {
  readonly outputLen: number;
  update(data: Bytes): this;
  digest(): Output;
  verify(tag: Bytes): boolean;
}

/** A one-time authenticator: a key must never authenticate two messages. */
export interface Mac extends Algorithm {
  (message: Bytes, key: Bytes): Output;
  /** Whether the tag authenticates the message; takes the same time wherever they differ. */
  verify(tag: Bytes, message: Bytes, key: Bytes): boolean;
  create(key: Bytes): Authenticator;
  readonly keyLen: number;
}

export const sha224: Hash;
export const sha256: Hash;
export const sha384: Hash;
export const sha512: Hash;
export const sha512_224: Hash;
export const sha512_256: Hash;
export const sha3_224: Hash;
export const sha3_256: Hash;
export const sha3_384: Hash;
export const sha3_512: Hash;
export const shake128: Xof;
export const shake256: Xof;
export const poly1305: Mac;

/** Hashes messages side by side, which is faster than one call for each. */
export function hashMany(hash: Hash, messages: readonly Bytes[]): Output[];
export function hashMany(hash: Xof, messages: readonly Bytes[], options: XofOptions): Output[];

/** The public names of all hash functions and XOFs, and of all MACs. */
export const hashes: readonly string[];
export const macs: readonly string[];

/** The function of a public name; KatwiseError if there is none. */
export function get(name: string): Hash | Xof | Mac;

/** The levels (sets of instructions) that this machine can run, and all of this build. */
export function levels(): string[];
export function builtLevels(): string[];
/**
 * The level in use; `auto`, the best of each, unless useLevel said otherwise, or KATWISE_CPU in the
 * environment of Node.js.
 */
export function level(): string;
/** Uses a level from now on: in the whole process if the backend is native. */
export function useLevel(name: string): void;

/** Starts the backend, if that has not happened yet, and says which it is. */
export function backend(): 'native' | 'wasm-simd128' | 'wasm';

export const version: string;

export type Code = 'KW_BAD_ARGUMENT' | 'KW_BAD_STATE' | 'KW_UNAVAILABLE' | 'KW_BACKEND';

/**
 * An unknown name, a call that the state does not allow, a level that cannot be had (of KATWISE_CPU
 * at the first call), a backend that does not load. Wrong types are a TypeError, wrong sizes a
 * RangeError.
 */
export class KatwiseError extends Error {
  constructor(message: string, code: Code, options?: ErrorOptions);
  readonly name: 'KatwiseError';
  readonly code: Code;
}
