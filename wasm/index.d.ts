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

interface Named {
  /** The public name, such as `sha512-256`. */
  readonly algorithm: string;
}

interface Algorithm extends Named {
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

export interface KeyPair {
  publicKey: Output;
  secretKey: Output;
}

export interface ThreadOptions {
  /** How many threads may share the work, 1 to 64; WebAssembly has one. Results are the same. */
  threads?: number;
}

interface ContextOptions {
  /** At most 255 bytes; none by default. */
  context?: Bytes;
}

export interface VerifyOptions extends ContextOptions {
  /** The name of a hash function: the message was hashed before it was signed (HashSLH-DSA). */
  prehash?: string;
}

/** A stream has absorbed the message already: undefined takes the message's place. */
export interface StreamedOptions extends ContextOptions {
  prehash: Hasher | XofHasher;
}

interface EntropyOptions {
  /**
   * Fresh randomness is mixed in by default: two signatures of a message differ. `false`: none, a
   * message has one signature. Bytes, `lengths.signRand` of them: instead of fresh ones.
   */
  extraEntropy?: false | Bytes;
}

interface SigningOptions extends EntropyOptions, ThreadOptions {
  /**
   * What is checked before a signature is given out: `verify` verifies it, `roots` computes the
   * roots of the trees a second time. KW_FAULT if the machine had computed wrongly.
   */
  check?: 'verify' | 'roots' | 'all';
}

export interface SignOptions extends VerifyOptions, SigningOptions {}
export interface SignStreamedOptions extends StreamedOptions, SigningOptions {}

/** A message and what may be its signature. */
export interface Signed {
  signature: Bytes;
  message: Bytes;
}

/** Verifies a message that comes in pieces, for one signature: verify() ends it. */
export interface Verifier {
  update(data: Bytes): this;
  verify(): boolean;
}

/**
 * A secret key made ready: signing is faster. Wipe it when it has served: free(), or `using`. One
 * that was dropped is wiped when the engine collects it, which may be never.
 */
export interface SigningKey extends Disposable {
  sign(msg: Bytes, options?: SignOptions): Output;
  sign(msg: undefined, options: SignStreamedOptions): Output;
  free(): void;
}

/** A signature scheme: a parameter set of FIPS 205. */
export interface Signature extends Named {
  /** All sizes in bytes: of keys, signatures, seeds of key generation, randomness of signing. */
  readonly lengths: Readonly<
    Record<'publicKey' | 'secretKey' | 'signature' | 'seed' | 'signRand', number>
  >;
  /** A new pair of keys, or the pair that a seed determines. */
  keygen(seed?: Bytes, options?: ThreadOptions): KeyPair;
  sign(msg: Bytes, secretKey: Bytes, options?: SignOptions): Output;
  sign(msg: undefined, secretKey: Bytes, options: SignStreamedOptions): Output;
  /** The same in a worker, which gets a copy of all bytes. */
  keygenAsync(seed?: Bytes, options?: ThreadOptions): Promise<KeyPair>;
  signAsync(msg: Bytes, secretKey: Bytes, options?: SignOptions): Promise<Output>;
  signAsync(msg: undefined, secretKey: Bytes, options: SignStreamedOptions): Promise<Output>;

  /** Whether it is a signature of the message: false for one of a wrong length, too. */
  verify(sig: Bytes, msg: Bytes, publicKey: Bytes, options?: VerifyOptions): boolean;
  verify(sig: Bytes, msg: undefined, publicKey: Bytes, options: StreamedOptions): boolean;
  /** Several under one key side by side, which is faster than one by one. */
  verifyMany(items: readonly Signed[], publicKey: Bytes, options?: VerifyOptions): boolean[];
  verifier(sig: Bytes, publicKey: Bytes, options?: VerifyOptions): Verifier;

  /** The public key that a secret key has in it. */
  getPublicKey(secretKey: Bytes): Output;
  /** Whether the parts of a secret key fit each other; takes the time of key generation. */
  checkKey(secretKey: Bytes, options?: ThreadOptions): boolean;
  expand(secretKey: Bytes, options?: ThreadOptions): SigningKey;

  /**
   * The standard's internal interface, for protocols and tests that format messages themselves.
   * Signing is deterministic, unless randomness is given: `lengths.signRand` bytes.
   */
  readonly internal: {
    sign(msg: Bytes, secretKey: Bytes, options?: { extraEntropy?: false | Bytes }): Output;
    verify(sig: Bytes, msg: Bytes, publicKey: Bytes): boolean;
  };
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
export const slh_dsa_sha2_128s: Signature;
export const slh_dsa_sha2_128f: Signature;
export const slh_dsa_sha2_192s: Signature;
export const slh_dsa_sha2_192f: Signature;
export const slh_dsa_sha2_256s: Signature;
export const slh_dsa_sha2_256f: Signature;
export const slh_dsa_shake_128s: Signature;
export const slh_dsa_shake_128f: Signature;
export const slh_dsa_shake_192s: Signature;
export const slh_dsa_shake_192f: Signature;
export const slh_dsa_shake_256s: Signature;
export const slh_dsa_shake_256f: Signature;

/** Hashes messages side by side, which is faster than one call for each. */
export function hashMany(hash: Hash, messages: readonly Bytes[]): Output[];
export function hashMany(hash: Xof, messages: readonly Bytes[], options: XofOptions): Output[];

/** The public names of all hash functions and XOFs, of all MACs, of all signature schemes. */
export const hashes: readonly string[];
export const macs: readonly string[];
export const signatures: readonly string[];

/** What a public name stands for; KatwiseError if there is nothing. */
export function get(name: string): Hash | Xof | Mac | Signature;

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

export type Code = 'KW_BAD_ARGUMENT' | 'KW_BAD_STATE' | 'KW_NO_RANDOM' | 'KW_UNAVAILABLE'
  | 'KW_BAD_KEY' | 'KW_FAULT' | 'KW_BACKEND';

/**
 * An unknown name, a call that the state does not allow, no randomness, a level that cannot be had
 * (of KATWISE_CPU at the first call), a secret key whose parts do not fit, a check that failed, a
 * backend or a worker that does not load. Wrong types are a TypeError, wrong sizes a RangeError.
 */
export class KatwiseError extends Error {
  constructor(message: string, code: Code, options?: ErrorOptions);
  readonly name: 'KatwiseError';
  readonly code: Code;
}

declare global {
  // As TypeScript's library has them from es2025 on; declared again, they are the same.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
}
