// SPDX-License-Identifier: MIT
// What browser.mjs runs inside a page.
import { load } from '../../wasm/url.js';
import * as wasm from '../../wasm/wasm.js';
import { shake256 } from '../../node_modules/@noble/hashes/sha3.js';
import { hex } from './inputs.mjs';
import { runKnown } from './known.mjs';
import { check, same, text, throws } from './check.mjs';

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const FILES = ['arguments', 'bytes', 'shape', 'signature_arguments', 'signatures', 'states',
  'values', 'workers'];
const MODULES = {
  simd128: () => wasm.open({ simd: true }),
  plain: () => wasm.open({ simd: false }),
};

const oracle = {
  sha256: async (bytes) => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))),
  shake256: (bytes, dkLen) => shake256(bytes, { dkLen }),
};

async function report(labels, run) {
  let error = null;
  try {
    await run();
  } catch (caught) {
    error = caught?.stack ?? String(caught);
  }
  console.log(JSON.stringify({ ...labels, error }));
}

async function failsAtOnce() {
  const start = performance.now();
  let error;
  await load().catch((caught) => { error = caught; });
  check(performance.now() - start < 1000, 'too late');
  same([error?.name, error?.code], ['KatwiseError', 'KW_BACKEND']);
}

globalThis.katwiseTests = {
  async kat(files, level) {
    const results = [];
    for (const [name, open] of Object.entries(MODULES)) {
      const print = (line) => console.log(`${name}: ${line}`);
      results.push(await runKnown(open(), files, oracle, print, level));
    }
    return results.every(Boolean);
  },

  async cases() {
    for (const file of FILES) {
      const { cases } = await import(`./cases/${file}.mjs`);
      for (const [module, open] of Object.entries(MODULES))
        for (const [name, run] of Object.entries(cases))
          await report({ file, module, name }, () => run(open(), module));
    }
  },

  async allowed() {
    await report({ name: 'inlined modules' }, () => {
      same(wasm.sha256(text('abc')), ABC);
      same(wasm.backend(), 'wasm-simd128');
    });
    await report({ name: 'modules by URL, compiled while they arrive' }, async () => {
      const stream = WebAssembly.compileStreaming;
      let streams = 0;
      WebAssembly.compileStreaming = (response) => (streams++, stream(response));
      for (const simd of [true, false])
        same((await load(undefined, { simd })).sha256(text('abc')), ABC);
      same(streams, 2);
      WebAssembly.compileStreaming = stream;
    });
    await report({ name: 'no violation of the policy' }, async () => {
      const seen = [];
      addEventListener('securitypolicyviolation', (event) => seen.push(event.violatedDirective));
      same((await load()).sha256(text('abc')), ABC);
      same(wasm.open().sha256(text('abc')), ABC);
      await new Promise((resolve) => setTimeout(resolve, 50));
      same(seen, []);
      throws(() => new Function('return 1'), 'EvalError', '');
    });
    for (const [kind, open] of [['inlined', async () => wasm.open()], ['by URL', () => load()]])
      await report({ name: `a worker for a module that is ${kind}` }, async () => {
        const { slh_dsa_sha2_128f: scheme } = await open();
        const { publicKey, secretKey } = await scheme.keygenAsync();
        const signature = await scheme.signAsync(text('abc'), secretKey);
        same(scheme.verify(signature, text('abc'), publicKey), true);
      });
  },

  async forbidden() {
    await report({ name: 'without wasm-unsafe-eval: an error at once' }, failsAtOnce);
    await report({ name: 'without wasm-unsafe-eval: an error at the call' }, () =>
      throws(() => wasm.sha256(text('abc')), 'KatwiseError', 'backend: '));
  },

  async withoutWorkers() {
    await report({ name: 'without worker-src: an error about the worker' }, async () => {
      const { slh_dsa_sha2_128f: scheme } = wasm.open();
      const pair = scheme.keygen();
      let error;
      await scheme.signAsync(text('abc'), pair.secretKey).catch((caught) => { error = caught; });
      same([error?.name, error?.code], ['KatwiseError', 'KW_BACKEND']);
      check(error.message.startsWith('worker: '), error.message);
      same(scheme.sign(text('abc'), pair.secretKey).length, 17088);
    });
  },

  async unreachable() {
    await report({ name: 'without connect-src: an error at once' }, failsAtOnce);
    await report({ name: 'without connect-src: inlined modules' }, () =>
      same(wasm.sha256(text('abc')), ABC));
  },
};
