// SPDX-License-Identifier: MIT
// linear.mjs FILE: no 8 bytes of a message or a key stay in a module's memory, its stack included.
// Prints how much of the stack they took.
import { readFileSync } from 'node:fs';
import { noise, same } from './check.mjs';

const [KEY, DATA, SIZES] = [832, 960, 256]; // exports.h

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { exports } = new WebAssembly.Instance(module, { katwise: { random: () => 0 } });
exports._initialize();
exports.memory.grow(4);
const base = exports.__heap_base.value;
const all = Buffer.from(exports.memory.buffer);
const memory = new Uint8Array(exports.memory.buffer, base);
const call = (name, ...rest) => same(exports[name](base, memory.length, ...rest) >= 0, true, name);

const [message, key, seed] = [noise(2800, 77), noise(32, 99), noise(96, 55)];

/** As it is, and as words of either size with their bytes reversed. */
function* forms(bytes) {
  for (let i = 0; i + 8 <= bytes.length; i++) {
    const eight = Buffer.from(bytes.subarray(i, i + 8));
    yield eight;
    yield Buffer.from(eight).swap32();
    yield Buffer.from(eight).swap64();
  }
}
const secrets = [...forms(message), ...forms(key), ...forms(seed.subarray(0, 32))];
const left = () => secrets.filter((secret) => all.includes(secret)).length;

function hashMany(row, size) {
  new Uint32Array(memory.buffer, base + DATA, 64).fill(0).fill(700, 0, 4);
  memory.set(message, DATA + SIZES);
  call('hash_many', row, size, 4);
}

// ---- Signatures: a request is numbers, then parts one behind the other (exports.h) ----

const NONE = new Uint8Array(0);
const DERAND = 2;

/** Calls with a request; gives what lies behind its parts, or from the last part on. */
function ask(name, row, parts, { mode = 0, checks = 0, items = [] } = {}) {
  const words = new Uint32Array(memory.buffer, base + DATA, 64).fill(0);
  const sizes = (list) => list.map(({ length }) => length);
  words.set([row, ...sizes(parts), mode, 0, 0, checks, items.length / 2, ...sizes(items)]);
  let at = DATA + SIZES;
  for (const part of [...parts, ...items]) {
    memory.set(part, at);
    at += part.length;
  }
  call(name);
  return memory.slice(name === 'sig_sign' ? at - parts.at(-1).length : at);
}

/** Everything with one set; n as the standard has it. */
function signatures(row, n, size) {
  const keys = ask('sig_keygen', row, [NONE, NONE, seed.subarray(0, 3 * n), NONE, NONE],
    { mode: DERAND });
  const [pk, sk] = [keys.slice(0, 2 * n), keys.slice(2 * n, 6 * n)];
  for (const name of ['sig_public_key', 'sig_check_key', 'sig_expand'])
    ask(name, row, [sk, NONE, NONE, NONE, NONE]);
  const options = { mode: DERAND, checks: 3 };
  const signed = ask('sig_sign', row, [sk, key, key.subarray(0, n), NONE, message], options)
    .slice(0, size);
  ask('sig_verify', row, [pk, key, NONE, signed, message]);
  const items = Array(4).fill([signed, message]).flat();
  ask('sig_verify_many', row, [pk, key, NONE, NONE, NONE], { items });
  ask('sig_verify_init', row, [pk, key, NONE, signed, NONE]);
  memory.set(message, DATA);
  call('sig_verify_update', message.length);
  ask('sig_verify_final', row, [NONE, NONE, NONE, signed, NONE]);
}

const uses = {
  sha256: () => call('hash_once', 1, 32, message.length),
  sha512: () => call('hash_once', 3, 64, message.length),
  sha3: () => call('hash_once', 7, 32, message.length),
  stream: () => {
    call('hash_init', 10);
    for (const size of [100, 1000, 1700]) call('hash_update', size);
    call('hash_squeeze', 500);
  },
  many256: () => hashMany(1, 32),
  many512: () => hashMany(3, 64),
  manySha3: () => hashMany(7, 32),
  mac: () => call('mac_once', 0, 61),
  verify: () => exports.mac_verify(base, memory.length, 0, 61),
  macStream: () => {
    call('mac_init', 0);
    call('mac_update', 61);
    call('mac_final', 0);
  },
  sha2_128f: () => signatures(1, 16, 17088),
  sha2_256f: () => signatures(5, 32, 49856),
  shake_128f: () => signatures(7, 16, 17088),
  shake_256f: () => signatures(11, 32, 49856),
};
memory.set(message, DATA);
same(left() > 0, true, 'the search finds nothing');

/** The stack lies below everything else, and grows downwards; what was not used keeps its mark. */
const top = exports.stackSave();
const MARK = 0xa5;
all.fill(MARK, 0, top);
const deepest = () => top - all.findIndex((byte) => byte !== MARK);

for (const [name, use] of Object.entries(uses)) {
  memory.set(message, DATA);
  memory.set(key, KEY);
  use();
  memory.fill(0);
  same(left(), 0, name);
}
console.log(`${deepest()} of ${top}`);
