// SPDX-License-Identifier: MIT
// The public API, over a backend that starts at the first call that needs one.
import { hashes, hashOf, identifier, macOf, macs, outputOf, signatures } from './algorithms.js';
import { bytesOfEach, text, wrongType } from './bytes.js';
import { KatwiseError } from './errors.js';
import { Elsewhere } from './elsewhere.js';
import { Machine } from './machine.js';
import { schemeOf } from './schemes.js';

export const version = '0.1.0';

const MAKERS = { hashes: hashOf, macs: macOf, signatures: schemeOf };

/** What there is for algorithms: those with exports, and any other that the backend's table has. */
class Algorithms {
  #machine;
  #elsewhere;
  #functions = new Map();

  constructor(machine, elsewhere) {
    this.#machine = machine;
    this.#elsewhere = elsewhere;
    for (const [table, names] of Object.entries({ hashes, macs, signatures }))
      for (const name of names) this.#add(name, table);
  }

  #add(name, table) {
    let row;
    const rowOf = () => (row ??= this.#machine().find(table, name));
    this.#functions.set(name, MAKERS[table](name, this.#machine, rowOf, this.#elsewhere));
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
    for (const table of Object.keys(MAKERS))
      if (machine[table].has(name)) return this.#add(name, table);
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

/** An API; start() gives its backend (machine.js), spawn() a thread for it (elsewhere.js). */
export function createApi(start, spawn) {
  let running, thread;
  const machine = () => (running ??= new Machine(start(), version));
  const elsewhere = (...work) => (thread ??= new Elsewhere(machine(), version, spawn)).run(...work);
  const algorithms = new Algorithms(machine, elsewhere);

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
  const around = { hashMany, hashes, macs, signatures, get, backend, version, KatwiseError };
  return { ...Object.fromEntries(named), ...around, ...levelsOf(machine) };
}
