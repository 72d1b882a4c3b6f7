// SPDX-License-Identifier: MIT
/** A .wasm file, where the platform or the bundler imports it as a compiled module. */
declare const module: WebAssembly.Module;
export default module;
