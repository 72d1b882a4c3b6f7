// SPDX-License-Identifier: MIT
// What is left in a backend's memory, how much it has, and its randomness.
import { startNative } from '../../../bindings/node/backend.js';
import { createApi } from '../../../wasm/api.js';
import { Machine } from '../../../wasm/machine.js';
import { startWasm } from '../../../wasm/inlined.js';
import { openBackend } from '../backends.mjs';
import { check, noise, same, throws } from '../check.mjs';

const STARTS = {
  native: startNative,
  'wasm-simd128': () => startWasm(true),
  'wasm-plain': () => startWasm(false),
};

function machineOf(name, version) {
  return new Machine(STARTS[name](), version);
}

/** Everything that a machine does with secrets, on messages of some size. */
function useAll(machine, size) {
  const [message, key] = [noise(size), noise(32)];
  const [hash, xof] = ['sha224', 'shake256'].map((name) => machine.find('hashes', name));
  const mac = machine.find('macs', 'poly1305');
  machine.hashOnce(hash, hash.outputLen, message);
  machine.hashOnce(xof, 70000, message);
  machine.hashMany(hash, hash.outputLen, [message, message, message]);
  const state = machine.hashBegin(xof);
  machine.hashUpdate(xof, state, message);
  machine.hashSqueeze(xof, state, 100);
  const tag = machine.macOnce(mac, message, key);
  check(machine.macVerify(mac, tag, message, key), 'refused');
  check(!machine.macVerify(mac, noise(16, 8), message, key), 'accepted');
  const begun = machine.macBegin(mac, key);
  machine.macUpdate(mac, begun, message);
  same(machine.macFinal(mac, machine.newState(begun)), tag);
  check(machine.macFinalVerify(mac, machine.newState(begun), tag), 'refused');
  check(!machine.macFinalVerify(mac, machine.newState(begun), noise(16, 8)), 'accepted');
  machine.random(64);
}

/** Text from the table may stay. */
const wipe = (machine) => machine.memory.fill(0);

export const cases = {
  'nothing stays behind'({ version }, name) {
    for (const size of [0, 1, 100, 5000, 20000, 70000, 200000]) {
      const machine = machineOf(name, version);
      wipe(machine);
      useAll(machine, size);
      const left = machine.memory.findIndex((byte) => byte !== 0);
      same(left, -1, `after messages of ${size} bytes a byte is left at`);
    }
  },

  'nothing stays behind an error'({ version }, name) {
    const machine = machineOf(name, version);
    wipe(machine);
    const [hash, mac] = [machine.find('hashes', 'sha256'), machine.find('macs', 'poly1305')];
    const [ended, dead] = [machine.hashBegin(hash), machine.macBegin(mac, noise(32))];
    machine.hashSqueeze(hash, ended, 32);
    machine.macFinal(mac, dead);
    for (const call of [
      () => machine.hashUpdate(hash, ended, noise(500)),
      () => machine.hashSqueeze(hash, ended, 32),
      () => machine.macUpdate(mac, dead, noise(500)),
      () => machine.macFinal(mac, dead),
      () => machine.macFinalVerify(mac, dead, noise(16)),
    ]) {
      throws(call, 'KatwiseError', '');
      same(machine.memory.findIndex((byte) => byte !== 0), -1, 'a byte is left at');
    }
  },

  'a finished state is zeros'({ version }, name) {
    const machine = machineOf(name, version);
    const state = machine.macBegin(machine.find('macs', 'poly1305'), noise(32));
    check(state.some((byte) => byte !== 0), 'no state');
    machine.macFinal(machine.find('macs', 'poly1305'), state);
    same(state.every((byte) => byte === 0), true);
  },

  'a long message needs no more memory'({ version }, name) {
    const machine = machineOf(name, version);
    const before = machine.memory.length;
    const [hash, mac] = [machine.find('hashes', 'sha256'), machine.find('macs', 'poly1305')];
    machine.hashOnce(hash, 32, new Uint8Array(64 << 20));
    machine.macOnce(mac, new Uint8Array(64 << 20), noise(32));
    same(machine.memory.length, before);
    check(before < 256 << 10, `${before} bytes at first`);
  },

  'memory grows for messages side by side, within bounds'({ version }, name) {
    const machine = machineOf(name, version);
    const old = machine.memory;
    const messages = Array.from({ length: 40 }, () => noise(1 << 20));
    const results = machine.hashMany(machine.find('hashes', 'sha256'), 32, messages);
    results.forEach((result) => same(result, results[0]));
    check(machine.memory.length > old.length && machine.memory !== old, 'it did not grow');
    check(machine.memory.length < 20 << 20, `${machine.memory.length} bytes`);
    same(results[0], machine.hashOnce(machine.find('hashes', 'sha256'), 32, messages[0]));
  },

  'randomness'({ version }, name) {
    const machine = machineOf(name, version);
    const [a, b] = [machine.random(100000), machine.random(100000)];
    same([a.length, a.buffer.byteLength], [100000, 100000]);
    for (const bytes of [a, b, a.map((x, i) => x ^ b[i])]) {
      const ones = bytes.reduce((sum, x) => sum + x.toString(2).replaceAll('0', '').length, 0);
      check(Math.abs(ones - 400000) < 4000, `${ones} bits of 800000`); // nine standard deviations
      check(bytes.slice(-64).some((x) => x !== 0), 'the end is not filled');
    }
  },

  'the exports are the table'({ hashes, macs, version }, name) {
    const machine = machineOf(name, version);
    same([[...machine.hashes.keys()], [...machine.macs.keys()]], [hashes, macs]);
  },

  'a row without an export can be had by its name'(_, name) {
    const backend = STARTS[name]();
    const { describe } = backend.calls;
    backend.calls.describe = () => {
      const size = describe();
      const text = Buffer.from(backend.memory.buffer, backend.memory.byteOffset, 2000);
      text.write('sha999', text.indexOf('sha224'));
      return size;
    };
    const api = createApi(() => backend);
    same(api.get('sha999')(noise(100)), openBackend(name).sha224(noise(100)));
    check(api.get('sha999') === api.get('sha999'), 'a function for each call');
    const [digest] = api.hashMany(api.get('sha999'), [noise(9), noise(8)]);
    same(digest, openBackend(name).sha224(noise(9)));
    throws(() => api.sha224(noise(3)), 'KatwiseError', 'backend: it has no sha224');
    throws(() => api.get('sha998'), 'KatwiseError', 'name: ');
  },

  'a backend of another version is refused'(_, name) {
    const error = throws(() => machineOf(name, '0.0.0'), 'KatwiseError', 'backend: ');
    same(error.code, 'KW_BACKEND');
  },
};
