// SPDX-License-Identifier: MIT
export * from './index.js';

/** An API of its own; `simd` decides which of the two modules, by default the engine does. */
export function open(options?: { simd?: boolean }): typeof import('./index.js');
