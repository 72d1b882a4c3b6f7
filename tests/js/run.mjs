// SPDX-License-Identifier: MIT
// run.mjs FILE BACKEND: runs the cases of a file in tests/js/cases; a line of JSON for each.
// run.mjs FILE --list: their names.
// run.mjs ../oracles/FILE each: runs cases that take all backends at once.
import { names, openBackend } from './backends.mjs';

const [file, backend] = process.argv.slice(2);
const { cases } = await import(`./cases/${file}.mjs`);
const open = () => (backend === 'each' ? names.map(openBackend) : openBackend(backend));

if (backend === '--list') {
  console.log(JSON.stringify(Object.keys(cases)));
} else {
  for (const [name, run] of Object.entries(cases)) {
    let error = null;
    try {
      await run(open(), backend);
    } catch (caught) {
      error = caught?.stack ?? String(caught);
    }
    console.log(JSON.stringify({ name, error }));
  }
}
