// SPDX-License-Identifier: MIT
// kat.mjs BACKEND DIR [LEVEL]: runs the known answers in a folder in Node.js, on every level of a
// backend or on one.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { openBackend } from './backends.mjs';
import { runKnown } from './known.mjs';

const oracle = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  shake256: (bytes, outputLength) =>
    createHash('shake256', { outputLength }).update(bytes).digest(),
};

const [backend, folder, level] = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }));
const well = await runKnown(openBackend(backend), files, oracle, console.log, level);
process.exitCode = well ? 0 : 1;
