// SPDX-License-Identifier: MIT
// loader.mjs CASE: how the package is imported and loaded. Each case changes globals, and so has a
// process of its own. loader.mjs --list: their names.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { check, noise, same, text, throws } from './check.mjs';

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const ROOT = new URL('../../', import.meta.url);
const ENTRIES = ['wasm/wasm.js', 'wasm/url.js', 'bindings/node/native.js',
  'bindings/node/index.js'];

const entry = (path) => import(new URL(path, ROOT));
const wasmFile = (kind) => new URL(`build/wasm/katwise-${kind}.wasm`, ROOT);
const wasmBytes = (kind) => readFileSync(wasmFile(kind));

async function rejects(promise, name, argument) {
  const start = performance.now();
  const result = await promise.then((value) => () => value, (error) => () => { throw error; });
  const error = throws(result, name, argument);
  check(performance.now() - start < 1000, 'too late');
  return error;
}

function working(api, backend) {
  same(api.backend(), backend);
  same(api.sha256(text('abc')), ABC);
  same(api.hashMany(api.sha256, [text('abc'), text('abc')])[1], ABC);
}

const broken = () => { throw new Error('this platform compiles nothing'); };

/** As on platforms that instantiate modules which they compiled themselves, and nothing else. */
function forbidCompiling() {
  for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming'])
    WebAssembly[name] = broken;
  WebAssembly.Module = new Proxy(WebAssembly.Module, { construct: broken });
}

/** A server for one test; its answers depend on the path. */
async function serving(answers, run) {
  const server = createServer((request, response) => answers[request.url](response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await run((path) => new URL(`http://127.0.0.1:${server.address().port}${path}`));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const answer = (type, bytes) => (response) => {
  response.writeHead(200, { 'content-type': type });
  response.end(bytes);
};

const cases = {
  async 'importing needs no WebAssembly'() {
    delete globalThis.WebAssembly;
    const [wasm, url, native, index] = await Promise.all(ENTRIES.map(entry));
    same([wasm.hashes, native.macs, index.version], [native.hashes, ['poly1305'], wasm.version]);
    same([wasm.signatures.length, wasm.slh_dsa_shake_256s.name], [12, 'slh_dsa_shake_256s']);
    same(throws(() => wasm.sha256(text('abc')), 'KatwiseError', 'backend: ').code, 'KW_BACKEND');
    same(throws(() => wasm.sha256.blockLen, 'KatwiseError', 'backend: ').code, 'KW_BACKEND');
    same((await rejects(url.load(), 'KatwiseError', 'backend: ')).code, 'KW_BACKEND');
    throws(() => url.loadSync({}), 'KatwiseError', 'backend: ');
    working(index, 'native');
    working(native, 'native');
  },

  async 'importing compiles nothing'() {
    const called = [];
    for (const name of ['compile', 'instantiate', 'validate', 'compileStreaming'])
      WebAssembly[name] = () => called.push(name);
    const construct = () => called.push('new');
    for (const name of ['Module', 'Instance'])
      WebAssembly[name] = new Proxy(WebAssembly[name], { construct });
    globalThis.fetch = () => called.push('fetch');
    await Promise.all(ENTRIES.map(entry));
    same(called, []);
  },

  async 'no compiler: our error, at once'() {
    forbidCompiling();
    const [wasm, url] = await Promise.all(ENTRIES.slice(0, 2).map(entry));
    for (let i = 0; i < 2; i++) {
      const error = throws(() => wasm.sha256(text('abc')), 'KatwiseError', 'backend: ');
      same([error.code, error.cause.message], ['KW_BACKEND', 'this platform compiles nothing']);
    }
    check((await rejects(url.load(), 'KatwiseError', 'backend: ')) instanceof url.KatwiseError, '');
  },

  async 'a compiled module needs no compiler'() {
    const [simd128, plain] = ['simd128', 'plain'].map((k) => new WebAssembly.Module(wasmBytes(k)));
    forbidCompiling();
    const { load, loadSync } = await entry('wasm/url.js');
    working(await load(simd128), 'wasm-simd128');
    working(await load(Promise.resolve(plain)), 'wasm');
    working(loadSync(plain), 'wasm');
  },

  async 'every kind of source'() {
    const { load } = await entry('wasm/url.js');
    const bytes = wasmBytes('plain');
    const inside = new Uint8Array([0, 0, ...bytes, 0]).subarray(2, -1);
    const headers = { 'content-type': 'application/wasm' };
    for (const source of [bytes, inside, inside.slice().buffer, wasmFile('plain'),
      Promise.resolve(inside), new Response(bytes), new Response(bytes, { headers })])
      working(await load(source), 'wasm');
    working(await load(), 'wasm-simd128');
    working(await load(undefined, { simd: false }), 'wasm');
    working(await load(null, { simd: true }), 'wasm-simd128');
    const answers = { '/a': answer('application/wasm', bytes), '/b': answer('text/plain', bytes) };
    await serving(answers, async (url) => {
      for (const path of ['/a', '/b']) {
        working(await load(url(path)), 'wasm');
        working(await load(fetch(url(path))), 'wasm');
      }
    });
  },

  async 'wrong sources'() {
    const { load, loadSync } = await entry('wasm/url.js');
    for (const source of [5, 'https://example.org/x.wasm', {}, true, () => 0, [1, 2]]) {
      await rejects(load(source), 'TypeError', 'source: ');
      throws(() => loadSync(source), 'TypeError', 'module: ');
    }
    await rejects(load(undefined, { SIMD: true }), 'TypeError', 'options: ');
    await rejects(load(undefined, 5), 'TypeError', 'options: ');
    const other = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    const broken = [other, other.subarray(0, 3), new Uint8Array(0), wasmBytes('plain').subarray(9),
      new WebAssembly.Module(other), new URL('none.wasm', ROOT), new URL('http://127.0.0.1:9/'),
      new URL('unknown:x')];
    for (const source of [...broken, ...broken.map(async (given) => given)])
      same((await rejects(load(source), 'KatwiseError', 'backend: ')).code, 'KW_BACKEND');
    const reason = new Error('no');
    const error = await rejects(load(Promise.reject(reason)), 'KatwiseError', 'backend: ');
    check(error.cause === reason, 'the cause is lost');
  },

  async 'servers that fail'() {
    const { load } = await entry('wasm/url.js');
    const answers = {
      '/missing': (response) => response.writeHead(404).end('no'),
      '/html': answer('text/html', '<p>log in</p>'),
      '/cut': answer('application/wasm', wasmBytes('plain').subarray(0, 20000)),
      '/silent': () => {},
      '/slow': (response) => response.writeHead(200, { 'content-length': 1000 }).write('\0'),
      '/broken': (response) => response.destroy(),
    };
    await serving(answers, async (url) => {
      for (const path of ['/missing', '/html', '/cut', '/broken'])
        same((await rejects(load(url(path)), 'KatwiseError', '')).code, 'KW_BACKEND');
      const never = new Promise(() => {});
      for (const source of [url('/silent'), url('/slow'), fetch(url('/silent')), never])
        await rejects(load(source, { timeout: 100 }), 'KatwiseError', 'source: nothing came');
    });
  },

  async 'the engine decides, unless the caller does'() {
    const { open } = await entry('wasm/wasm.js');
    working(open(), 'wasm-simd128');
    working(open({ simd: false }), 'wasm');
    throws(() => open({ SIMD: false }), 'TypeError', 'options: ');
    WebAssembly.validate = () => false;
    working(open(), 'wasm');
    working(open({}), 'wasm');
    working(open({ simd: true }), 'wasm-simd128');
    const { load } = await entry('wasm/url.js');
    working(await load(), 'wasm');
    working(await load(undefined, { simd: true }), 'wasm-simd128');
  },

  async 'APIs are independent'() {
    const { open } = await entry('wasm/wasm.js');
    const [a, b] = [open(), open()];
    a.useLevel('portable');
    same([a.level(), b.level()], ['portable', 'auto']);
    throws(() => a.hashMany(b.sha256, [text('abc')]), 'TypeError', 'hash: ');
    working(a, 'wasm-simd128');
  },

  async 'nothing global changes'() {
    const state = () => [
      Reflect.ownKeys(globalThis).map(String),
      ['uncaughtException', 'unhandledRejection', 'exit', 'beforeExit', 'SIGINT', 'warning']
        .map((event) => process.listenerCount(event)),
      process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout'),
    ];
    void [globalThis.fetch, globalThis.crypto, globalThis.performance]; // loaded at first use
    const before = state();
    const [wasm, url, native, index] = await Promise.all(ENTRIES.map(entry));
    const loaded = [wasm, await url.load(), native, index, await url.load(wasmFile('plain'))];
    for (const api of loaded) same(api.sha256(text('abc')), ABC);
    same(state(), before);
  },

  async 'simd is a boolean'() {
    const [{ open }, { load }] = await Promise.all(['wasm/wasm.js', 'wasm/url.js'].map(entry));
    for (const simd of [5, 'no', null, {}]) {
      throws(() => open({ simd }), 'TypeError', 'options.simd: ');
      await rejects(load(undefined, { simd }), 'TypeError', 'options.simd: ');
    }
    working(open({ simd: undefined }), 'wasm-simd128');
  },

  async 'KATWISE_CPU is for every module, when it starts'() {
    const [{ open }, { load }] = await Promise.all(['wasm/wasm.js', 'wasm/url.js'].map(entry));
    const before = open({ simd: true });
    before.backend();
    process.env.KATWISE_CPU = 'simd128';
    const plain = open({ simd: false });
    for (let i = 0; i < 2; i++) {
      const error = throws(() => plain.sha256(text('abc')), 'KatwiseError', 'KATWISE_CPU: ');
      same([error.code, error.message.includes('(portable, auto)')], ['KW_BAD_ARGUMENT', true]);
    }
    await rejects(load(wasmFile('plain')), 'KatwiseError', 'KATWISE_CPU: ');
    same([open({ simd: true }).level(), (await load()).level()], ['simd128', 'simd128']);
    same(before.level(), 'auto');
    process.env.KATWISE_CPU = 'portable';
    same([plain.level(), before.level()], ['portable', 'auto']);
    working(plain, 'wasm');
  },

  async 'without crypto all but randomness works'() {
    Object.defineProperty(globalThis, 'crypto', { value: undefined });
    const [wasm, { startWasm }] = await Promise.all(['wasm/wasm.js', 'wasm/inlined.js'].map(entry));
    working(wasm, 'wasm-simd128');
    check(wasm.poly1305.verify(wasm.poly1305(noise(9), noise(32)), noise(9), noise(32)), '');
    const { Machine } = await entry('wasm/machine.js');
    const machine = new Machine(startWasm(), wasm.version);
    same(throws(() => machine.random(32), 'KatwiseError', 'randomness: ').code, 'KW_NO_RANDOM');
    const { slh_dsa_sha2_128f: scheme } = wasm;
    const { publicKey, secretKey } = scheme.keygen(noise(48));
    const key = scheme.expand(secretKey);
    for (const call of [() => scheme.keygen(), () => scheme.sign(noise(9), secretKey),
      () => key.sign(noise(9)),
      () => scheme.sign(noise(9), secretKey, { prehash: 'sha256' })])
      same(throws(call, 'KatwiseError', 'randomness: ').code, 'KW_NO_RANDOM');
    const signature = scheme.sign(noise(9), secretKey, { extraEntropy: false });
    same(scheme.verify(signature, noise(9), publicKey), true);
    same(scheme.verify(signature, noise(8), publicKey), false);
    const inside = scheme.internal.sign(noise(9), secretKey);
    same(scheme.internal.verify(inside, noise(9), publicKey), true);
  },

  async 'a worker ends with the program, or sooner'() {
    const threads = process.getBuiltinModule('node:worker_threads');
    const made = [];
    class Counted extends threads.Worker {
      constructor(...args) {
        super(...args);
        made.push(this);
      }
    }
    const real = process.getBuiltinModule;
    process.getBuiltinModule = (name) =>
      (name === 'node:worker_threads' ? { ...threads, Worker: Counted } : real(name));
    const timers = [];
    globalThis.setTimeout = (call, after) => (timers.push([call, after]), { unref() {} });
    const [wasm, native] = await Promise.all([ENTRIES[0], ENTRIES[2]].map(entry));
    for (const { slh_dsa_sha2_128f: scheme } of [wasm, native]) {
      made.length = timers.length = 0;
      const { secretKey } = scheme.keygen();
      same(made.length, 0, 'a worker that nobody asked for');
      const sign = () => scheme.signAsync(noise(9), secretKey);
      await Promise.all([sign(), sign()]);
      await sign();
      same([made.length, timers.map(([, after]) => after)], [1, [10000, 10000]]);
      const ended = once(made[0], 'exit');
      timers.at(-1)[0]();
      await ended;
      same([(await sign()).length, made.length], [17088, 2], 'no other worker');
    } // and this process ends, though the second has not
  },

  async 'without workers: our error, as a rejection'() {
    const real = process.getBuiltinModule;
    process.getBuiltinModule = () => undefined;
    const { slh_dsa_sha2_128f: scheme } = await entry('wasm/wasm.js');
    const { secretKey } = scheme.keygen();
    for (let i = 0; i < 2; i++) {
      const signing = scheme.signAsync(noise(9), secretKey);
      const error = await rejects(signing, 'KatwiseError', 'worker: ');
      same(error.code, 'KW_BACKEND');
    }
    process.getBuiltinModule = real;
    same((await scheme.signAsync(noise(9), secretKey)).length, 17088);
  },

  async 'a worker that fails takes its calls with it, and another comes'() {
    const threads = process.getBuiltinModule('node:worker_threads');
    let url = new URL('missing.js', ROOT), made;
    class Wrong extends threads.Worker {
      constructor(right, options) {
        super(url ?? right, options);
        made = this;
      }
    }
    const real = process.getBuiltinModule;
    process.getBuiltinModule = (name) =>
      (name === 'node:worker_threads' ? { ...threads, Worker: Wrong } : real(name));
    const { slh_dsa_sha2_128f: scheme } = await entry('wasm/wasm.js');
    const { secretKey } = scheme.keygen();
    const sign = () => scheme.signAsync(noise(9), secretKey);
    for (const promise of [sign(), sign()])
      same((await rejects(promise, 'KatwiseError', 'worker: ')).code, 'KW_BACKEND');
    url = undefined;
    same((await sign()).length, 17088);
    const interrupted = sign();
    made.terminate();
    same((await rejects(interrupted, 'KatwiseError', 'worker: ')).code, 'KW_BACKEND');
    same((await sign()).length, 17088);
  },

  async 'randomness is asked for in pieces that are allowed'() {
    const asked = [];
    const real = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (view) => {
      check(!(view.buffer instanceof SharedArrayBuffer), 'shared memory');
      asked.push(view.length);
      return real(view);
    };
    const [{ version }, { startWasm }] = await Promise.all(
      ['wasm/wasm.js', 'wasm/inlined.js'].map(entry));
    const { Machine } = await entry('wasm/machine.js');
    const machine = new Machine(startWasm(), version);
    for (const size of [1, 65536, 65537, 500000]) {
      asked.length = 0;
      same(machine.random(size).length, size);
      same(asked.reduce((sum, n) => sum + n, 0), size);
      check(asked.every((n) => n <= 65536), `asked for ${asked}`);
    }
  },
};

/** Node.js 22 compiles WebAssembly of its own at the first fetch; later is too late for it. */
async function settleNode() {
  await fetch('data:,').catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 50));
}

const [name] = process.argv.slice(2);
await settleNode();
if (name === '--list') console.log(JSON.stringify(Object.keys(cases)));
else await cases[name]();
