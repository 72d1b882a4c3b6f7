// SPDX-License-Identifier: MIT
// Who takes part. find(job) gives {one}, a function from a message and a key to an output, or
// {all}, from messages to outputs; of signatures, the scheme's functions (tasks.mjs); or a task; or
// undefined, if there is nothing of the kind.

const underscored = (name) => name.replaceAll('-', '_');

/** The API of @noble/hashes, and katwise's: functions by name, a XOF's length as dkLen. */
function noble(functions) {
  const { hashMany } = functions;
  return ({ algorithm, operation, outSize, xof }) => {
    const f = functions[underscored(algorithm)];
    if (!f) return undefined;
    const options = xof ? { dkLen: outSize } : undefined;
    const operations = {
      hash: { one: xof ? (message) => f(message, options) : (message) => f(message) },
      object: { one: (message) => f.create(options).update(message).digest() },
      mac: { one: (message, key) => f(message, key) },
      many: hashMany && { all: (messages) => hashMany(f, messages, options) },
    };
    operations.blocks = operations.many;
    return operations[operation];
  };
}

/** A scheme of @noble/post-quantum or of katwise, its signatures without randomness. */
function deterministic(scheme) {
  return {
    ...scheme,
    sign: (message, secretKey) => scheme.sign(message, secretKey, { extraEntropy: false }),
  };
}

function katwise(runtime, api, expected) {
  if (api.backend() !== expected) throw new Error(`${runtime}: the backend is ${api.backend()}`);
  const hashing = noble(api);
  const find = (job) =>
    (job.kind === 'signature' ? deterministic(api.get(job.algorithm)) : hashing(job));
  return { runtime, level: api.level(), find };
}

async function katwiseNative() {
  return katwise('node-native', await import('katwise/native'), 'native');
}

/** host: node or chromium */
async function katwiseWasm(host, simd) {
  const { open } = await import('katwise/wasm');
  const runtime = `${host}-wasm-${simd ? 'simd128' : 'plain'}`;
  return katwise(runtime, open({ simd }), simd ? 'wasm-simd128' : 'wasm');
}

async function nobleHashes() {
  const modules = ['@noble/hashes/sha2.js', '@noble/hashes/sha3.js', '@noble/ciphers/_poly1305.js'];
  const functions = Object.assign({}, ...(await Promise.all(modules.map((name) => import(name)))));
  return { runtime: '@noble/hashes', level: 'js', find: noble(functions) };
}

async function noblePostQuantum() {
  const schemes = await import('@noble/post-quantum/slh-dsa.js');
  const find = ({ kind, algorithm, operation }) => {
    if (kind !== 'signature' || operation === 'verify8') return undefined;
    return deterministic(schemes[underscored(algorithm).toLowerCase()]);
  };
  return { runtime: '@noble/post-quantum', level: 'js', find };
}

async function hashWasm() {
  const module = await import('hash-wasm');
  return {
    runtime: 'hash-wasm',
    level: 'wasm',
    async find({ algorithm, operation }) {
      const [, family, bits] = /^(sha3-|sha)(\d+)$/.exec(algorithm) ?? [];
      const create = family === 'sha3-' ? module.createSHA3 : module[`createSHA${bits}`];
      if (operation !== 'hash' || !create) return undefined;
      const hash = await create(+bits);
      return { one: (message) => hash.init().update(message).digest('binary') };
    },
  };
}

async function createHash() {
  const { createHash } = await import('node:crypto');
  return {
    runtime: 'node:crypto',
    level: 'createHash',
    find: ({ algorithm, operation, outSize, xof }) => {
      const options = xof ? { outputLength: outSize } : undefined;
      if (operation !== 'hash') return undefined;
      return { one: (message) => createHash(algorithm, options).update(message).digest() };
    },
  };
}

async function cryptoHash() {
  const { hash } = await import('node:crypto');
  return {
    runtime: 'node:crypto',
    level: 'hash',
    find: ({ algorithm, operation, xof }) => {
      if (operation !== 'hash' || xof || !hash) return undefined;
      return { one: (message) => hash(algorithm, message, 'buffer') };
    },
  };
}

/** Those that have signatures alone, and those that need more than npm packages. */
export const SIGNING_LANES = ['noble-post-quantum', 'fips205', 'openssl'];
export const RIVALS = ['fips205', 'openssl'];

/** Functions that make a contestant, by the names of lanes. */
export const contestants = {
  native: katwiseNative,
  'wasm-simd128': () => katwiseWasm('node', true),
  'wasm-plain': () => katwiseWasm('node', false),
  'node:crypto': createHash,
  'node:crypto hash': cryptoHash,
  'hash-wasm': hashWasm,
  noble: nobleHashes,
  'noble-post-quantum': noblePostQuantum,
  fips205: async () => (await import('./rivals.mjs')).fips205(),
  openssl: async () => (await import('./rivals.mjs')).openssl(),
  'chromium-simd128': () => katwiseWasm('chromium', true),
  'chromium-plain': () => katwiseWasm('chromium', false),
};
