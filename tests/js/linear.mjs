// SPDX-License-Identifier: MIT
// linear.mjs FILE: no 8 bytes of a message or a key stay in a module's memory, its stack included.
import { readFileSync } from 'node:fs';
import { noise, same } from './check.mjs';

const [KEY, DATA, SIZES] = [384, 512, 256]; // exports.h

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { exports } = new WebAssembly.Instance(module, { katwise: { random: () => -1 } });
exports._initialize();
const base = exports.__heap_base.value;
const all = Buffer.from(exports.memory.buffer);
const memory = new Uint8Array(exports.memory.buffer, base);
const call = (name, ...rest) => same(exports[name](base, memory.length, ...rest) >= 0, true, name);

const [message, key] = [noise(2800, 77), noise(32, 99)];

/** As it is, and as words of either size with their bytes reversed. */
function* forms(bytes) {
  for (let i = 0; i + 8 <= bytes.length; i++) {
    const eight = Buffer.from(bytes.subarray(i, i + 8));
    yield eight;
    yield Buffer.from(eight).swap32();
    yield Buffer.from(eight).swap64();
  }
}
const secrets = [...forms(message), ...forms(key)];
const left = () => secrets.filter((secret) => all.includes(secret)).length;

function hashMany(row, size) {
  new Uint32Array(memory.buffer, base + DATA, 64).fill(0).fill(700, 0, 4);
  memory.set(message, DATA + SIZES);
  call('hash_many', row, size, 4);
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
};
memory.set(message, DATA);
same(left() > 0, true, 'the search finds nothing');
for (const [name, use] of Object.entries(uses)) {
  memory.set(message, DATA);
  memory.set(key, KEY);
  use();
  memory.fill(0);
  same(left(), 0, name);
}
