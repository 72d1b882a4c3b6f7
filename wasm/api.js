// SPDX-License-Identifier: MIT
// The public API, over a backend that starts at the first call that needs one.
import { hashes, hashOf, identifier, macOf, macs, outputOf } from './algorithms.js';
import { bytesOfEach, text, wrongType } from './bytes.js';
import { KatwiseError } from './errors.js';
import { Machine } from './machine.js';

export const version = '0.1.0';

/** The functions for algorithms: those with exports, and any other that the backend's table has. */
class Algorithms {
  #machine;
  #functions = new Map();

  constructor(machine) {
    this.#machine = machine;
    for (const name of hashes) this.#add(name, 'hashes', hashOf);
    for (const name of macs) this.#add(name, 'macs', macOf);
  }

  #add(name, table, make) {
    let row;
    const rowOf = () => (row ??= this.#machine().find(table, name));
    this.#functions.set(name, make(name, this.#machine, rowOf));
    return this.#functions.get(name);
  }

  entries() {
    return [...this.#functions];
  }

  has(call) {
    return typeof call === 'function' && this.#functions.get(call.algorithm) === call;
  }

  get(name) {
    const found = this.#functions.get(text(name, 'name'));
    if (found) return found;
    const machine = this.#machine();
    if (machine.hashes.has(name)) return this.#add(name, 'hashes', hashOf);
    if (machine.macs.has(name)) return this.#add(name, 'macs', macOf);
    throw new KatwiseError(`name: there is no algorithm ${name}`, 'KW_BAD_ARGUMENT');
  }
}

function levelsOf(machine) {
  function useLevel(name) {
    const { builtLevels } = machine();
    if (!builtLevels.includes(text(name, 'name'))) {
      const message = `name: ${name} is no level of this build (${builtLevels.join(', ')})`;
      throw new KatwiseError(message, 'KW_BAD_ARGUMENT');
    }
    machine().useLevel(name);
  }
  return {
    levels: () => [...machine().levels],
    builtLevels: () => [...machine().builtLevels],
    level: () => machine().level(),
    useLevel,
  };
}

/** An API; start() gives its backend (machine.js). */
export function createApi(start) {
  let running;
  const machine = () => (running ??= new Machine(start(), version));
  const algorithms = new Algorithms(machine);

  function hashMany(hash, messages, options) {
    if (!algorithms.has(hash) || !('canXOF' in hash))
      throw wrongType('hash', 'a hash function of this module', hash);
    const all = bytesOfEach(messages, 'messages');
    const row = machine().find('hashes', hash.algorithm);
    return machine().hashMany(row, outputOf(row, options), all);
  }

  function backend() {
    const { kind, builtLevels } = machine();
    return builtLevels.includes('simd128') ? `${kind}-simd128` : kind;
  }

  const named = algorithms.entries().map(([name, call]) => [identifier(name), call]);
  const get = (name) => algorithms.get(name);
  const around = { hashMany, hashes, macs, get, backend, version, KatwiseError };
  return { ...Object.fromEntries(named), ...around, ...levelsOf(machine) };
}
