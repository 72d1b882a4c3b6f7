// SPDX-License-Identifier: MIT

/** What a status of the C library is called in JavaScript, by its number without the sign. */
export const CODES = [
  'KW_OK',
  'KW_BAD_ARGUMENT',
  'KW_BAD_STATE',
  'KW_BAD_TAG',
  'KW_NO_RANDOM',
  'KW_UNAVAILABLE',
  'KW_BAD_SIGNATURE',
  'KW_BAD_KEY',
  'KW_FAULT',
];

/** Trouble that is no wrong type or size; code says which: one of CODES, or KW_BACKEND. */
export class KatwiseError extends Error {
  constructor(message, code, options) {
    super(message, options);
    this.code = code;
  }
}
Object.defineProperty(KatwiseError.prototype, 'name', { value: 'KatwiseError' });
