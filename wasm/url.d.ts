// SPDX-License-Identifier: MIT
export { KatwiseError } from './index.js';

type Api = typeof import('./index.js');
type Binary = ArrayBuffer | ArrayBufferView<ArrayBuffer>;
export type Source = WebAssembly.Module | Binary | Response | URL;

export interface LoadOptions {
  /** Which of the package's files, if there is no source; by default the engine decides. */
  simd?: boolean;
  /** Milliseconds until the promise is rejected; 30000 by default. */
  timeout?: number;
}

/** The API of a module from elsewhere; by default, of the package's .wasm file. */
export function load(source?: Source | PromiseLike<Source>, options?: LoadOptions): Promise<Api>;

/** The API of a module that is compiled already. */
export function loadSync(module: WebAssembly.Module): Api;
