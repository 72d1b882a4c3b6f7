// SPDX-License-Identifier: MIT
// inline.mjs FROM TO: a file as an ES module that exports its bytes in base64.
import { readFileSync, writeFileSync } from 'node:fs';

const [from, to] = process.argv.slice(2);
writeFileSync(to, `export default '${readFileSync(from).toString('base64')}';\n`);
