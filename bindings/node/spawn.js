// SPDX-License-Identifier: MIT
// Threads for either backend.
import { spawnThread, spawnWasm } from '../../wasm/spawn.js';

const native = () => new URL('./worker.js', import.meta.url);

export const spawn = (kind, ...handlers) =>
  (kind === 'native' ? spawnThread(native, ...handlers) : spawnWasm(kind, ...handlers));
