// SPDX-License-Identifier: MIT
// What is left in a backend's memory, how much it has, and its randomness.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startNative } from '../../../bindings/node/backend.js';
import { createApi } from '../../../wasm/api.js';
import { Machine } from '../../../wasm/machine.js';
import { startWasm } from '../../../wasm/inlined.js';
import { SigningKey } from '../../../wasm/schemes.js';
import * as signing from '../../../wasm/signatures.js';
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

/** Everything that a machine does with keys and signatures. */
function signAll(machine, size) {
  const row = machine.find('signatures', 'SLH-DSA-SHAKE-128f');
  const [message, context] = [noise(size), noise(255)];
  const { publicKey, secretKey: key } = signing.keygen(machine, row, {});
  const seed = { mode: signing.DERAND, randomness: noise(48) };
  check(signing.checkKey(machine, row, { key: signing.keygen(machine, row, seed).secretKey }), '');
  same(signing.publicKey(machine, row, { key }), publicKey);
  const expanded = signing.expand(machine, row, { key });
  const args = { key, message, context, mode: signing.DERAND, randomness: noise(16) };
  const signature = signing.sign(machine, row, args);
  same(signing.sign(machine, row, { ...args, key: expanded, checks: 3 }), signature);
  const hashed = machine.hashBegin(machine.find('hashes', 'sha256'));
  for (const how of [{ prehash: 'sha512' }, { hashed, message: undefined }])
    signing.sign(machine, row, { ...args, ...how });
  same(hashed.every((byte) => byte === 0), true, 'the state of a message stays');
  const verify = { key: publicKey, message, context, signature };
  same(signing.verify(machine, row, verify), true);
  same(signing.verify(machine, row, { ...verify, signature: noise(17088) }), false);
  const items = [{ signature, message }, { signature, message: noise(3) }];
  same(signing.verifyMany(machine, row, { ...verify, items }), [true, false]);
  const state = signing.verifyBegin(machine, row, verify);
  signing.verifyUpdate(machine, row, state, message);
  same(signing.verifyFinal(machine, row, state, verify), true);
}

/** Text from the table may stay. */
const wipe = (machine) => machine.memory.fill(0);

export const cases = {
  'nothing stays behind'({ version }, name) {
    for (const size of [0, 1, 100, 5000, 20000, 70000, 200000]) {
      const machine = machineOf(name, version);
      wipe(machine);
      useAll(machine, size);
      signAll(machine, size);
      const left = machine.memory.findIndex((byte) => byte !== 0);
      same(left, -1, `after messages of ${size} bytes a byte is left at`);
    }
  },

  'nothing stays behind an error'({ version }, name) {
    const machine = machineOf(name, version);
    wipe(machine);
    const [hash, mac] = [machine.find('hashes', 'sha256'), machine.find('macs', 'poly1305')];
    const row = machine.find('signatures', 'SLH-DSA-SHA2-128f');
    const [ended, dead] = [machine.hashBegin(hash), machine.macBegin(mac, noise(32))];
    machine.hashSqueeze(hash, ended, 32);
    machine.macFinal(mac, dead);
    for (const call of [
      () => machine.hashUpdate(hash, ended, noise(500)),
      () => machine.hashSqueeze(hash, ended, 32),
      () => machine.macUpdate(mac, dead, noise(500)),
      () => machine.macFinal(mac, dead),
      () => machine.macFinalVerify(mac, dead, noise(16)),
      () => signing.expand(machine, row, { key: noise(64) }),
      () => signing.sign(machine, row, { key: noise(64), hashed: new Uint8Array(384) }),
      () => signing.verifyUpdate(machine, row, new Uint8Array(832), noise(500)),
      () => signing.verifyFinal(machine, row, new Uint8Array(832), { signature: noise(17088) }),
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

  async 'a key that was dropped is wiped when it is collected'() {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const [lost, freed, held] = [noise(64), noise(64), noise(64)];
    const drop = (expanded) => new SigningKey(undefined, { name: 'X' }, expanded);
    const key = drop(held);
    drop(lost);
    drop(freed).free();
    same(freed.every((byte) => byte === 0), true, 'not wiped by free()');
    freed.set(noise(64)); // somebody else's now
    for (let i = 0; i < 100 && lost.some((byte) => byte !== 0); i++) {
      collect();
      await new Promise(setImmediate);
    }
    same([lost.every((byte) => byte === 0), freed, held], [true, noise(64), noise(64)]);
    key.free();
  },

  'a long message needs no more memory'({ version }, name) {
    const machine = machineOf(name, version);
    const before = machine.memory.length;
    const [hash, mac] = [machine.find('hashes', 'sha256'), machine.find('macs', 'poly1305')];
    machine.hashOnce(hash, 32, new Uint8Array(64 << 20));
    machine.macOnce(mac, new Uint8Array(64 << 20), noise(32));
    const row = machine.find('signatures', 'SLH-DSA-SHA2-128f');
    const [key, message] = [signing.keygen(machine, row, {}).secretKey, new Uint8Array(9 << 20)];
    const signature = signing.sign(machine, row, { key, message, prehash: 'sha256' });
    const verify = { key: key.subarray(32), message, signature };
    same(signing.verify(machine, row, { ...verify, prehash: 'sha256' }), true);
    same(signing.verify(machine, row, verify), false);
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

  'memory grows for a message to sign, but for no more than there is'({ version }, name) {
    const machine = machineOf(name, version);
    const row = machine.find('signatures', 'SLH-DSA-SHA2-128f');
    const { publicKey, secretKey: key } = signing.keygen(machine, row, {});
    const message = noise(5 << 20);
    const signature = signing.sign(machine, row, { key, message });
    same(signing.verify(machine, row, { key: publicKey, message, signature }), true);
    if (name === 'native') check(machine.memory.length < 256 << 10, 'not read in place');
    else check(machine.memory.length > message.length, 'it did not grow');
    const shared = new Uint8Array(new SharedArrayBuffer(2 ** 31));
    const error = throws(() => signing.sign(machine, row, { key, message: shared }), 'RangeError',
      'msg: more bytes than memory can have');
    check(error.cause instanceof RangeError, 'without a cause');
    same(signing.verify(machine, row, { key: publicKey, message, signature }), true);
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

  'the exports are the table'({ hashes, macs, signatures, version }, name) {
    const machine = machineOf(name, version);
    const tables = [machine.hashes, machine.macs, machine.signatures];
    same(tables.map((table) => [...table.keys()]), [hashes, macs, signatures]);
  },

  'a row without an export can be had by its name'(_, name) {
    const backend = STARTS[name]();
    const { describe } = backend.calls;
    backend.calls.describe = () => {
      const size = describe();
      const text = Buffer.from(backend.memory.buffer, backend.memory.byteOffset, 2000);
      text.write('sha999', text.indexOf('sha224'));
      text.write('SHA2-999', text.indexOf('SHA2-128f'));
      return size;
    };
    const api = createApi(() => backend);
    same(api.get('sha999')(noise(100)), openBackend(name).sha224(noise(100)));
    check(api.get('sha999') === api.get('sha999'), 'a function for each call');
    const [digest] = api.hashMany(api.get('sha999'), [noise(9), noise(8)]);
    same(digest, openBackend(name).sha224(noise(9)));
    throws(() => api.sha224(noise(3)), 'KatwiseError', 'backend: it has no sha224');
    same(api.get('SLH-DSA-SHA2-999f').lengths.signature, 17088);
    throws(() => api.slh_dsa_sha2_128f.keygen(), 'KatwiseError', 'backend: it has no SLH-DSA');
    throws(() => api.get('sha998'), 'KatwiseError', 'name: ');
  },

  'a backend of another version is refused'(_, name) {
    const error = throws(() => machineOf(name, '0.0.0'), 'KatwiseError', 'backend: ');
    same(error.code, 'KW_BACKEND');
  },
};
