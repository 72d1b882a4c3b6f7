// SPDX-License-Identifier: MIT
// Node.js alone: Buffers, other realms, worker threads.
import { once } from 'node:events';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { check, noise, same, throws } from '../check.mjs';

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

/** Runs a module's text in a thread; api is the backend of that name there. */
function thread(backend, body, workerData) {
  const code = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { openBackend } from ${JSON.stringify(new URL('../backends.mjs', import.meta.url))};
    import { noise } from ${JSON.stringify(new URL('../check.mjs', import.meta.url))};
    const api = openBackend('${backend}');
    ${body}`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData });
}

const KNOWN = `
  const results = [];
  for (const name of api.hashes) {
    const hash = api.get(name);
    const options = hash.canXOF ? { dkLen: 40 } : undefined;
    for (let size = 0; size < 2000; size += 13) results.push(hash(noise(size), options));
  }
  parentPort.postMessage(api.hashMany(api.sha256, results));`;

const RIGHT = `
  const [messages, results] = [Array.from({ length: 20 }, (_, i) => noise(1000 + i)), new Set()];
  for (let i = 0; i < 1500; i++) {
    results.add(String(api.hashMany(api.sha256, messages)));
    results.add(String(messages.map((message) => api.sha256(message))));
  }
  parentPort.postMessage(results.size);`;

const FOREVER = `
  parentPort.postMessage('begun');
  for (;;) api.sha512(noise(1 << 20));`;

const WRITER = `
  const bytes = new Uint8Array(workerData);
  parentPort.postMessage('begun');
  for (;;) bytes[bytes.length - 7] ^= 255;`;

async function message(worker) {
  const [first] = await once(worker, 'message');
  return first;
}

export const cases = {
  'Buffers, pooled ones too'(api) {
    const pooled = [Buffer.from('xyz'), Buffer.from('abc'), Buffer.from('xyzabc').subarray(3)];
    check(pooled[1].byteOffset > 0 && pooled[1].buffer.byteLength > 3, 'not from the pool');
    for (const buffer of pooled.slice(1)) {
      same(api.sha256(buffer), ABC);
      check(!Buffer.isBuffer(api.sha256(buffer)), 'a Buffer is given');
      same(api.hashMany(api.sha256, [buffer, buffer])[0], ABC);
      same(api.sha256.create().update(buffer).digest(), ABC);
    }
    const large = Buffer.from(noise(200000));
    same(api.sha256(large), api.sha256(noise(200000)));
    same(api.sha256.create().update(large).digest(), api.sha256(noise(200000)));
  },

  'arrays of another realm'(api) {
    const [bytes, buffer, words, array, shared] = vm.runInNewContext(`[
      new Uint8Array([97, 98, 99]), new Uint8Array([97, 98, 99]).buffer,
      new Uint16Array([0x6261, 0x63]), [97, 98, 99], new SharedArrayBuffer(3)]`);
    same(api.sha256(bytes), ABC);
    same(api.sha256(buffer), ABC);
    same(api.sha256(new Uint8Array(words.buffer, 0, 3)), ABC);
    throws(() => api.sha256(array), 'TypeError', 'data: ');
    throws(() => api.sha256(shared), 'TypeError', 'data: ');
  },

  async 'four threads at once'(api, name) {
    const workers = Array.from({ length: 4 }, () => thread(name, KNOWN));
    const results = await Promise.all(workers.map(message));
    const inputs = [];
    for (const hash of api.hashes.map(api.get))
      for (let size = 0; size < 2000; size += 13)
        inputs.push(hash(noise(size), hash.canXOF ? { dkLen: 40 } : undefined));
    const expected = inputs.map((input) => api.sha256(input));
    for (const result of results) result.forEach((digest, i) => same(digest, expected[i]));
    await Promise.all(workers.map((worker) => worker.terminate()));
  },

  async 'a level changes beside no call of another thread'(api, name) {
    const workers = [thread(name, RIGHT), thread(name, RIGHT)];
    let running = true;
    const results = Promise.all(workers.map(message)).finally(() => { running = false; });
    const outcomes = new Set();
    for (let i = 0; running; i++) {
      try {
        api.useLevel(api.levels()[i % api.levels().length]);
        outcomes.add('changed');
      } catch (error) {
        check(error.code === 'KW_BAD_STATE' && error.message.startsWith('name: '), error.message);
        outcomes.add('refused');
      }
      if (i % 20 === 0) await new Promise(setImmediate);
    }
    same(await results, [1, 1], 'different results');
    same([...outcomes].sort(), name === 'native' ? ['changed', 'refused'] : ['changed']);
    api.useLevel('auto');
  },

  async 'threads ended in the middle of a call'(api, name) {
    const workers = [thread(name, FOREVER), thread(name, FOREVER)];
    await Promise.all(workers.map(message));
    await Promise.all(workers.map((worker) => worker.terminate()));
    same(api.sha256(Buffer.from('abc')), ABC);
    same((await message(thread(name, KNOWN))).length > 0, true);
  },

  async 'memory that another thread writes to'(api, name) {
    for (const size of [64, 5000, 200000]) {
      const shared = new SharedArrayBuffer(size);
      const writer = thread(name, WRITER, shared);
      await message(writer);
      const versions = [new Uint8Array(size), new Uint8Array(size)];
      versions[1][size - 7] = 255;
      const key = noise(32);
      for (const f of [api.sha256, api.sha3_512, (bytes) => api.poly1305(bytes, key)]) {
        const possible = versions.map((bytes) => String(f(bytes)));
        for (let i = 0; i < 200; i++)
          check(possible.includes(String(f(new Uint8Array(shared)))), 'neither of both');
      }
      await writer.terminate();
    }
  },

  async 'a message to sign that another thread writes to'(api, name) {
    const scheme = api.slh_dsa_sha2_128f;
    const { publicKey, secretKey } = scheme.keygen();
    for (const size of [64, 5000, 20000, 200000]) {
      const shared = new SharedArrayBuffer(size);
      const writer = thread(name, WRITER, shared);
      await message(writer);
      const versions = [new Uint8Array(size), new Uint8Array(size)];
      versions[1][size - 7] = 255;
      for (const options of [undefined, { prehash: 'sha256' }])
        for (let i = 0; i < 5; i++) { // read once: it is one version that was signed
          const signature = scheme.sign(new Uint8Array(shared), secretKey, options);
          const fits = versions.filter((bytes) =>
            scheme.verify(signature, bytes, publicKey, options));
          same(fits.length, 1);
        }
      await writer.terminate();
    }
  },
};
