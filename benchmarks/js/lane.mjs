// SPDX-License-Identifier: MIT
// One contestant, in a Node.js process or a browser's page of its own: it prepares a job, then
// takes a sample whenever the driver (bench.mjs) says so.
import { taskOf } from './tasks.mjs';

const STEPS = 50; // of the clock, at least, in a sample
const ATTEMPTS = 100;
const LONG_NS = 1e6; // a call that makes a sample by itself
const COLD_NS = 20e6; // one that does not need to be warm
const FEWEST = 4; // samples, unless a single call takes very long

export class Lane {
  #contestant;
  #now;
  #seen = new Set();
  #task;
  #calls;
  #warmCalls; // before a sample, since others have worked meanwhile
  #samples;
  #first; // ns of the first run, where that has to do for a sample
  #step;

  /** quantum: ms, for tests: a clock that moves in such steps. now: gives ms. */
  constructor(contestant, quantum = 0, now = performance.now.bind(performance)) {
    this.#contestant = contestant;
    this.#now = quantum ? () => Math.floor(now() / quantum) * quantum : now;
  }

  /** Measures the clock: to be called first, while nobody else is at work. */
  clock() {
    const start = this.#now();
    let [last, least, readings] = [start, Infinity, 0];
    for (let steps = 0; steps < 20 || readings < 1000; readings++) {
      const now = this.#now();
      if (now === last) continue;
      least = Math.min(least, now - last);
      last = now;
      steps++;
    }
    this.#step = least * 1e6;
    return { step: this.#step, overhead: ((last - start) / readings) * 1e6 };
  }

  #run(calls) {
    const { run } = this.#task;
    let marks = 0;
    const start = this.#now();
    for (let i = 0; i < calls; i++) marks += run();
    return { ns: (this.#now() - start) * 1e6, marks };
  }

  /** ns of so many runs of the job, whose outputs are summed up and the sum checked. */
  async #time(calls) {
    const task = this.#task;
    const { ns, marks } = task.time ? await task.time(calls) : this.#run(calls);
    if (marks !== calls * task.mark) throw new Error('the sum of the outputs is wrong');
    return ns;
  }

  /** False if the contestant lacks the algorithm or the operation; throws at a wrong output. */
  async prepare(job, { expected, ...settings }) {
    const how = await this.#contestant.find(job);
    if (!how) return false;
    this.#task = taskOf(job, how);
    if ((await this.#task.outputs()).join() !== expected.join()) throw new Error('wrong output');
    await this.#plan(job, settings);
    return true;
  }

  /** How many calls make a sample, and how many samples are to be taken. */
  async #plan(job, { samples, sampleNs, warmNs, budgetNs }) {
    const enough = Math.max(STEPS * this.#step, sampleNs);
    this.#first = await this.#time(1);
    [this.#calls, this.#warmCalls] = [1, 0];
    if (this.#first < budgetNs) {
      await this.#warm(this.#seen.has(job.algorithm) ? warmNs : 16 * warmNs);
      this.#first = await this.#time(1);
    }
    if (this.#first < Math.max(LONG_NS, enough)) {
      this.#calls = await this.#calibrate(enough);
      const many = (await this.#least(this.#calls)) > 5 * enough;
      this.#warmCalls = many ? 0 : Math.ceil(this.#calls / 2);
    } else if (this.#first < COLD_NS) this.#warmCalls = 1;
    this.#seen.add(job.algorithm);
    const long = this.#first > enough;
    const fit = long ? Math.floor(Math.min(samples, budgetNs / this.#first)) : samples;
    const fewest = this.#first > 4 * budgetNs ? 1 : FEWEST;
    this.#samples = Math.max(fit - (fit % FEWEST), fewest);
  }

  async #warm(ns) {
    const end = this.#now() + ns / 1e6;
    for (let i = 0; i < 3 || this.#now() < end; i++) await this.#time(1);
  }

  /** The least of a few times: interruptions only add. */
  async #least(calls) {
    const ns = [];
    for (let i = 0; i < 3; i++) ns.push(await this.#time(calls));
    return Math.min(...ns);
  }

  /** How many calls make a sample: enough of them, and twice as many take twice the time. */
  async #calibrate(enough) {
    let calls = 1;
    for (let ns; (ns = await this.#least(calls)) < enough; )
      calls = ns < enough / 8 ? 4 * calls : Math.ceil(((calls * enough) / ns) * 1.1);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const quotient = (await this.#least(2 * calls)) / (await this.#least(calls));
      if (quotient > 1.8 && quotient < 2.2) return calls;
    }
    throw new Error("twice the calls don't take twice the time: is the machine very busy?");
  }

  /** ns of one run of the job, by as many as make a sample. */
  async sample() {
    if (this.#samples === 1) return this.#first;
    if (this.#warmCalls) await this.#time(this.#warmCalls);
    return (await this.#time(this.#calls)) / this.#calls;
  }

  facts() {
    const { runtime, level, versions } = this.#contestant;
    return { runtime, level, versions, calls: this.#calls, samples: this.#samples };
  }
}
