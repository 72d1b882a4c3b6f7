// SPDX-License-Identifier: MIT
// A lane as a page: the driver calls start, then the lane's methods.
import { contestants } from './contestants.mjs';
import { Lane } from './lane.mjs';

let lane;

async function start(name, quantum) {
  lane = new Lane(await contestants[name](), quantum);
}

globalThis.answer = async (method, args) => {
  try {
    return { result: await (method === 'start' ? start(...args) : lane[method](...args)) };
  } catch (error) {
    return { error: error.message };
  }
};
