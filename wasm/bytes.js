// SPDX-License-Identifier: MIT
// How arguments become what the machine takes. Each error names the argument.

const MAX_OUTPUT = 2 ** 31 - 1;
const bufferLength = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get;

function kindOf(value) {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return value.constructor?.name || 'object';
}

export function wrongType(name, expected, value) {
  return new TypeError(`${name}: expected ${expected}, not ${kindOf(value)}`);
}

function bufferOf(value, name) {
  try {
    bufferLength.call(value); // of an ArrayBuffer, from whatever realm; of nothing else
  } catch {
    throw wrongType(name, 'a Uint8Array, another view or an ArrayBuffer', value);
  }
  return value;
}

/** Whether these are bytes already. An empty array may be one whose memory is gone. */
const isPlain = (value) =>
  ArrayBuffer.isView(value) && value instanceof Uint8Array && value.length > 0;

/** The bytes of a view or an ArrayBuffer, where they are: as a Uint8Array, of exactly its part. */
export function bytesOf(value, name) {
  if (isPlain(value)) return value;
  const view = ArrayBuffer.isView(value);
  const buffer = view ? value.buffer : bufferOf(value, name);
  try {
    const part = view ? [value.byteOffset, value.byteLength] : [];
    return new Uint8Array(buffer, ...part);
  } catch {
    throw new TypeError(`${name}: its memory was transferred to somebody else`);
  }
}

/** The bytes of each element of an array. */
export function bytesOfEach(array, name) {
  if (!Array.isArray(array)) throw wrongType(name, 'an array', array);
  const all = [];
  for (let i = 0; i < array.length; i++) {
    const value = array[i];
    all.push(isPlain(value) ? value : bytesOf(value, `${name}[${i}]`)); // a name takes its time
  }
  return all;
}

/** The bytes of a key or a tag. */
export function exactly(size, value, name) {
  const bytes = bytesOf(value, name);
  if (bytes.length === size) return bytes;
  throw new RangeError(`${name}: expected ${size} bytes, not ${bytes.length}`);
}

export function outputSize(value, name) {
  if (typeof value !== 'number') throw wrongType(name, 'a number', value);
  if (Number.isInteger(value) && value >= 0 && value <= MAX_OUTPUT) return value;
  throw new RangeError(`${name}: expected an integer from 0 to ${MAX_OUTPUT}, not ${value}`);
}

export function text(value, name) {
  if (typeof value !== 'string') throw wrongType(name, 'a string', value);
  return value;
}

/** The options, none of which may have another name than these. */
export function optionsOf(options, ...names) {
  if (options === undefined) return {};
  if (options === null || typeof options !== 'object')
    throw wrongType('options', 'an object', options);
  const unknown = Object.keys(options).find((key) => !names.includes(key));
  if (unknown !== undefined) throw new TypeError(`options: there is no ${unknown}`);
  return options;
}
