// SPDX-License-Identifier: MIT
// demo.mjs BACKEND FILE KEY-FILE SEED-FILE: every algorithm of the table over a file; a line for
// each result. BACKEND: native, wasm-simd128 or wasm-plain.
import { readFile } from 'node:fs/promises';
import { results } from './results.mjs';

const [backend, ...files] = process.argv.slice(2);
const api = backend === 'native'
  ? await import('katwise/native')
  : (await import('katwise/wasm')).open({ simd: backend === 'wasm-simd128' });
const contents = await Promise.all(files.map((file) => readFile(file)));
for (const line of results(api, ...contents)) console.log(line);
