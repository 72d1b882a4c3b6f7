// SPDX-License-Identifier: MIT
// demo.mjs BACKEND FILE KEY-FILE: every algorithm of the table over a file; a line for each result.
// BACKEND: native, wasm-simd128 or wasm-plain.
import { readFile } from 'node:fs/promises';
import { results } from './results.mjs';

const [backend, file, keyFile] = process.argv.slice(2);
const api = backend === 'native'
  ? await import('katwise/native')
  : (await import('katwise/wasm')).open({ simd: backend === 'wasm-simd128' });
for (const line of results(api, await readFile(file), await readFile(keyFile))) console.log(line);
