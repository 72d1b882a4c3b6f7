// SPDX-License-Identifier: MIT
// Workers. Bundlers look for the form in spawnWorker, so worker.js must not lead here again.
import { KatwiseError } from './errors.js';

const here = () => import.meta.url;

/** A thread of Node.js, which has nothing of this one's environment; undefined elsewhere. */
export function spawnThread(url, onMessage, onError) {
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  if (!threads) return undefined;
  const worker = new threads.Worker(url(), { env: {}, execArgv: [] });
  return worker.on('message', onMessage)
    .on('messageerror', onError)
    .on('error', onError)
    .on('exit', () => onError());
}

function spawnWorker(onMessage, onError) {
  if (typeof Worker !== 'function')
    throw new KatwiseError('worker: this platform has none', 'KW_BACKEND');
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onmessageerror = onError;
  worker.onerror = onError;
  return worker;
}

/** A worker that runs WebAssembly. */
export const spawnWasm = (_, onMessage, onError) =>
  spawnThread(() => new URL('./worker.js', here()), onMessage, onError) ??
  spawnWorker(onMessage, onError);
