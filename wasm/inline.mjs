// SPDX-License-Identifier: MIT
// inline.mjs FROM TO: a file as an ES module that exports its bytes as text, a character for each
// where that is enough: bytes from 253 on, and from 0 on to 89, the most frequent ones. } and ~
// come before a character of the others. Unlike base64 it repeats what repeats in the file, and so
// gets a quarter smaller when it is compressed.
import { readFileSync, writeFileSync } from 'node:fs';

const character = (digit) => String.fromCharCode(32 + digit);

function textOf(byte) {
  const number = (byte + 3) % 256;
  if (number < 93) return character(number);
  return number < 188 ? `}${character(number - 93)}` : `~${character(number - 188)}`;
}

const [from, to] = process.argv.slice(2);
const text = Array.from(readFileSync(from), textOf).join('');
writeFileSync(to, `export default ${JSON.stringify(text)};\n`);
