// SPDX-License-Identifier: MIT
// The addon as a backend (wasm/machine.js).
import { createRequire } from 'node:module';
import { KatwiseError } from '../../wasm/errors.js';
import { bindCalls, MEMORY } from '../../wasm/machine.js';

const IN_PLACE =
  ['hash_update_from', 'mac_update_from', 'sig_sign_from', 'sig_verify_update_from'];

/**
 * An addon is looked for where the build and the package have it; it is never built here. A bundle
 * has none, nor import.meta.url, if it is CommonJS.
 */
function load() {
  const machine = `${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url)(`../../build/prebuilds/${machine}/katwise.node`);
  } catch (cause) {
    throw new KatwiseError(`backend: no native code for ${machine}`, 'KW_BACKEND', { cause });
  }
}

export function startNative() {
  const addon = load();
  const grow = (size) => {
    const memory = new Uint8Array(size);
    const calls = bindCalls(addon, memory);
    for (const name of IN_PLACE) calls[name] = addon[name].bind(undefined, memory);
    return { kind: 'native', memory, calls, grow };
  };
  return grow(MEMORY);
}
