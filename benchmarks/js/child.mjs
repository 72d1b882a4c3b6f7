// SPDX-License-Identifier: MIT
// A lane as a process: child.mjs CONTESTANT QUANTUM [cpu]. It answers the driver's calls in turn.
import { contestants } from './contestants.mjs';
import { Lane } from './lane.mjs';

const [name, quantum, clock] = process.argv.slice(2);
const cpuTime = () => Object.values(process.cpuUsage()).reduce((sum, us) => sum + us / 1e3, 0);
const now = clock === 'cpu' ? cpuTime : undefined;
const lane = contestants[name]().then((contestant) => new Lane(contestant, +quantum, now));
lane.catch(() => {}); // reported at the first call

process.on('disconnect', () => process.exit()); // even if a program of its own is still there
process.on('message', async ({ method, args }) => {
  try {
    process.send({ result: await (await lane)[method](...args) });
  } catch (error) {
    process.send({ error: error.message });
  }
});
