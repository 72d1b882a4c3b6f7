// SPDX-License-Identifier: MIT
// How arguments become what the machine takes. Each error names the argument.

const MAX_OUTPUT = 2 ** 31 - 1;

// What bytes are, whatever their own properties or those of their class say.
const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
const view = Object.getPrototypeOf(Uint8Array.prototype);
const getTag = getter(view, Symbol.toStringTag);
const getLength = getter(view, 'length');
const place = ['buffer', 'byteOffset', 'byteLength'];
const placeOfView = place.map((name) => getter(view, name));
const placeOfDataView = place.map((name) => getter(DataView.prototype, name));
const bufferLength = getter(ArrayBuffer.prototype, 'byteLength');
const [getBuffer, getOffset] = placeOfView;

/** The length of a Uint8Array. */
export const lengthOf = (bytes) => getLength.call(bytes);

/** Some bytes of a Uint8Array, where they are. */
export const part = (bytes, from, to) =>
  new Uint8Array(getBuffer.call(bytes), getOffset.call(bytes) + from, to - from);

export const isShared = (bytes) =>
  typeof SharedArrayBuffer === 'function' && getBuffer.call(bytes) instanceof SharedArrayBuffer;

function kindOf(value) {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return value.constructor?.name || 'object';
}

export function wrongType(name, expected, value) {
  return new TypeError(`${name}: expected ${expected}, not ${kindOf(value)}`);
}

function isBuffer(value) {
  try {
    bufferLength.call(value); // of an ArrayBuffer, from whatever realm; of nothing else
    return true;
  } catch {
    return false;
  }
}

/** Whether these are bytes already. An empty array may be one whose memory is gone. */
const isPlain = (value) => getTag.call(value) === 'Uint8Array' && getLength.call(value) > 0;

/** The bytes of a view or an ArrayBuffer, where they are: as a Uint8Array, of exactly its part. */
export function bytesOf(value, name) {
  if (isPlain(value)) return value;
  const isView = ArrayBuffer.isView(value);
  if (!isView && !isBuffer(value))
    throw wrongType(name, 'a Uint8Array, another view or an ArrayBuffer', value);
  try {
    if (!isView) return new Uint8Array(value);
    const getters = getTag.call(value) ? placeOfView : placeOfDataView;
    return new Uint8Array(...getters.map((get) => get.call(value)));
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
  if (lengthOf(bytes) === size) return bytes;
  throw new RangeError(`${name}: expected ${size} bytes, not ${lengthOf(bytes)}`);
}

export function integer(value, least, most, name, what = 'a number') {
  if (typeof value !== 'number') throw wrongType(name, what, value);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`${name}: expected an integer from ${least} to ${most}, not ${value}`);
}

export const outputSize = (value, name) => integer(value, 0, MAX_OUTPUT, name, 'a number of bytes');

export function flag(value, name) {
  if (value !== undefined && typeof value !== 'boolean') throw wrongType(name, 'a boolean', value);
  return value;
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
