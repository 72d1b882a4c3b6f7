// SPDX-License-Identifier: MIT
// What entries of known answers are made of (tests/kat/README.md): bytes and messages.

export class Wrong extends Error {}

export function ensure(condition, text) {
  if (!condition) throw new Wrong(text);
}

// ---- Bytes ----

export const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

export function unhex(digits) {
  ensure(/^([0-9a-f]{2})*$/.test(digits), `no hexadecimal digits: ${digits}`);
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const halves = (bytes, at) => [bytes.subarray(0, at), bytes.subarray(at)];

// ---- Messages ----

/** N, A..B or A..B..STEP */
export function lengths(text) {
  ensure(/^\d+(\.\.\d+){0,2}$/.test(text), `unknown range ${text}`);
  const [first, last = first, step = 1] = text.split('..').map(Number);
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
}

const RULES = {
  hex: (digits) => [unhex(digits)],
  counting: (sizes) => lengths(sizes).map((n) => Uint8Array.from({ length: n }, (_, i) => i)),
  mod251: (sizes) => lengths(sizes).map((n) => Uint8Array.from({ length: n }, (_, i) => i % 251)),
  repeat: (digits, times) => [joined(Array(Number(times)).fill(unhex(digits)))],
};

const made = new Map(); // the same messages serve every level

export function once(key, make) {
  if (!made.has(key)) made.set(key, make());
  return made.get(key);
}

export function messages(text) {
  const [rule, ...rest] = text.split(':');
  ensure(Object.hasOwn(RULES, rule) && rest.length === RULES[rule].length, `unknown rule ${text}`);
  return once(text, () => RULES[rule](...rest));
}
