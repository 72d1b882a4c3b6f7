// SPDX-License-Identifier: MIT
// The public API, over a backend that starts at the first call that needs one.
import { hashes, hashOf, identifier, macOf, macs, outputOf } from './algorithms.js';
import { bytesOf, text, wrongType } from './bytes.js';
import { KatwiseError } from './errors.js';
import { Machine } from './machine.js';

export const version = '0.1.0';

function startMachine(start) {
  const machine = new Machine(start(), version);
  const names = [...machine.hashes, ...machine.macs].map(({ name }) => name);
  if (String(names) !== String([...hashes, ...macs]))
    throw new KatwiseError(`backend: its algorithms are ${names}`, 'KW_BACKEND');
  return machine;
}

/** The functions for all algorithms, by their public names. */
function algorithmsOf(machine) {
  const functions = new Map();
  for (const [table, names, make] of [['hashes', hashes, hashOf], ['macs', macs, macOf]])
    names.forEach((name, i) => functions.set(name, make(name, machine, () => machine()[table][i])));
  return functions;
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
  const machine = () => (running ??= startMachine(start));
  const functions = algorithmsOf(machine);

  function get(name) {
    const found = functions.get(text(name, 'name'));
    if (!found) throw new KatwiseError(`name: there is no algorithm ${name}`, 'KW_BAD_ARGUMENT');
    return found;
  }

  function hashMany(hash, messages, options) {
    const index = hashes.indexOf(hash?.algorithm);
    if (index < 0 || functions.get(hashes[index]) !== hash)
      throw wrongType('hash', 'a hash function of this module', hash);
    if (!Array.isArray(messages)) throw wrongType('messages', 'an array', messages);
    const all = Array.from(messages, (message, i) => bytesOf(message, `messages[${i}]`));
    const row = machine().hashes[index];
    return machine().hashMany(row, outputOf(row, options), all);
  }

  function backend() {
    const { kind, builtLevels } = machine();
    return builtLevels.includes('simd128') ? `${kind}-simd128` : kind;
  }

  const named = [...functions].map(([name, call]) => [identifier(name), call]);
  const around = { hashMany, hashes, macs, get, backend, version, KatwiseError };
  return { ...Object.fromEntries(named), ...around, ...levelsOf(machine) };
}
