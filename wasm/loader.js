// SPDX-License-Identifier: MIT
// WebAssembly as a backend (machine.js): an instance of one of the modules that wasm.cmake builds.
import { KatwiseError } from './errors.js';
import { bindCalls, MEMORY } from './machine.js';

const PAGE = 65536;
const RANDOM = 65536; // the most that one getRandomValues gives

// A function of type () -> v128: i32.const 0, i8x16.splat, i8x16.popcnt (one of the last opcodes
// that SIMD was given).
const PROBE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10,
  10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

export const hasSimd = () => typeof WebAssembly === 'object' && WebAssembly.validate(PROBE);

/** Whatever goes wrong while loading, as our error. */
export function loadError(cause) {
  if (cause instanceof KatwiseError) return cause;
  const message = `backend: WebAssembly does not load: ${cause?.message ?? cause}`;
  return new KatwiseError(message, 'KW_BACKEND', { cause });
}

function imports() {
  const held = {}; // the memory, once there is an instance
  const random = (at, size) => {
    try {
      for (let i = 0; i < size; i += RANDOM) {
        const piece = new Uint8Array(held.memory.buffer, at + i, Math.min(RANDOM, size - i));
        globalThis.crypto.getRandomValues(piece);
      }
      return 0;
    } catch {
      return -1;
    }
  };
  return [held, { katwise: { random } }];
}

/** The memory from __heap_base on is ours. Views of it must be made again whenever it has grown. */
function backendOf(exports, module) {
  const base = exports.__heap_base.value;
  const memory = new Uint8Array(exports.memory.buffer, base);
  const grow = (size) => {
    const missing = base + size - exports.memory.buffer.byteLength;
    if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
    return backendOf(exports, module);
  };
  const calls = bindCalls(exports, base, memory.length);
  return { kind: 'wasm', memory, calls, grow, module };
}

/** A backend from a WebAssembly.Module; nothing is compiled. */
export function instantiate(module) {
  try {
    const [held, imported] = imports();
    const { exports } = new WebAssembly.Instance(module, imported);
    held.memory = exports.memory;
    if (!exports.__heap_base) throw new TypeError('it is no module of katwise');
    exports._initialize();
    const backend = backendOf(exports, module);
    return backend.memory.length < MEMORY ? backend.grow(MEMORY) : backend;
  } catch (cause) {
    throw loadError(cause);
  }
}
