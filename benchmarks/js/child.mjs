// SPDX-License-Identifier: MIT
// A lane as a process: child.mjs CONTESTANT [QUANTUM]. It answers the driver's calls one by one.
import { contestants } from './contestants.mjs';
import { Lane } from './lane.mjs';

const [name, quantum] = process.argv.slice(2);
const lane = contestants[name]().then((contestant) => new Lane(contestant, +quantum || 0));
lane.catch(() => {}); // reported at the first call

process.on('message', async ({ method, args }) => {
  try {
    process.send({ result: await (await lane)[method](...args) });
  } catch (error) {
    process.send({ error: error.message });
  }
});
