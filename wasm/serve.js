// SPDX-License-Identifier: MIT
// The other side of elsewhere.js.
import { buffersOf, wipe } from './elsewhere.js';
import { Machine } from './machine.js';
import * as operations from './signatures.js';

/** Runs an operation; gives its result, or what went wrong. The args, which are ours, are wiped. */
export function answer(machine, { id, level, operation, name, args }) {
  try {
    const one = machine();
    if (level && one.level() !== level) one.useLevel(level);
    return { id, result: operations[operation](one, one.find('signatures', name), args) };
  } catch (error) {
    return { id, error: { name: error.name, message: error.message, code: error.code } };
  } finally {
    wipe(args);
  }
}

/** Makes this thread, if it is one, serve: start(module) gives its backend. */
export function serve(start) {
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  const port = threads ? threads.parentPort : globalThis;
  let machine, begin;
  const onMessage = ({ data }) => {
    if (data.version) {
      begin = () => (machine ??= new Machine(start(data.module), data.version));
      return;
    }
    const reply = answer(begin, data);
    port.postMessage(reply, buffersOf(reply.result ?? {}));
  };
  if (port) port.onmessage = onMessage;
}
