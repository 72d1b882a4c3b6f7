// SPDX-License-Identifier: MIT
// One contestant, in a Node.js process or a browser's page of its own: it prepares a job, then
// takes a sample whenever the driver (bench.mjs) says so.

const STEPS = 50; // of the clock, at least, in a sample
const ATTEMPTS = 100;

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Message i of a job is a part of one long string: byte k of it is k mod 251. */
export function messages({ size, messages: count }) {
  const text = Uint8Array.from({ length: size * count }, (_, k) => k % 251);
  return Array.from({ length: count }, (_, i) => text.slice(i * size, (i + 1) * size));
}

export const key = Uint8Array.from({ length: 32 }, (_, i) => i);

const mark = (output) => output[0] + output[output.length - 1];

/** A function that runs a job once and gives the sum of its outputs' marks. */
function runner({ one, all }, input) {
  const [first] = input;
  if (one && input.length === 1) return () => mark(one(first, key));
  return () => {
    let sum = 0;
    if (all) for (const output of all(input)) sum += mark(output);
    else for (const message of input) sum += mark(one(message, key));
    return sum;
  };
}

export class Lane {
  #contestant;
  #now;
  #seen = new Set();
  #job;
  #calls;
  #warmCalls; // before a sample, since others have worked meanwhile
  #step;

  /** quantum: ms, for tests: a clock that moves in such steps. */
  constructor(contestant, quantum = 0) {
    this.#contestant = contestant;
    const now = performance.now.bind(performance);
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

  /** ns of so many runs of the job, whose outputs are summed up and the sum checked. */
  #time(calls) {
    const { run, mark } = this.#job;
    let sum = 0;
    const start = this.#now();
    for (let i = 0; i < calls; i++) sum += run();
    const ns = (this.#now() - start) * 1e6;
    if (sum !== calls * mark) throw new Error('the sum of the outputs is wrong');
    return ns;
  }

  /** False if the contestant lacks the algorithm or the operation; throws at a wrong output. */
  async prepare(job, { sampleNs, warmNs, expected }) {
    const how = await this.#contestant.find(job);
    if (!how) return false;
    const input = messages(job);
    const outputs = how.all ? how.all(input) : input.map((message) => how.one(message, key));
    if (outputs.map(hex).join() !== expected.join()) throw new Error('wrong output');
    this.#job = { run: runner(how, input), mark: outputs.reduce((sum, out) => sum + mark(out), 0) };
    this.#warm(this.#seen.has(job.algorithm) ? warmNs : 16 * warmNs);
    this.#seen.add(job.algorithm);
    const enough = Math.max(STEPS * this.#step, sampleNs);
    this.#calls = this.#calibrate(enough);
    this.#warmCalls = this.#least(this.#calls) > 5 * enough ? 0 : Math.ceil(this.#calls / 2);
    return true;
  }

  #warm(ns) {
    const end = this.#now() + ns / 1e6;
    for (let i = 0; i < 3 || this.#now() < end; i++) this.#time(1);
  }

  /** The least of a few times: interruptions only add. */
  #least(calls) {
    return Math.min(this.#time(calls), this.#time(calls), this.#time(calls));
  }

  /** How many calls make a sample: enough of them, and twice as many take twice the time. */
  #calibrate(enough) {
    let calls = 1;
    for (let ns; (ns = this.#least(calls)) < enough; )
      calls = ns < enough / 8 ? 4 * calls : Math.ceil(((calls * enough) / ns) * 1.1);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const quotient = this.#least(2 * calls) / this.#least(calls);
      if (quotient > 1.8 && quotient < 2.2) return calls;
    }
    throw new Error("twice the calls don't take twice the time: is the machine very busy?");
  }

  /** ns of one run of the job, by as many as make a sample. */
  sample() {
    this.#time(this.#warmCalls);
    return this.#time(this.#calls) / this.#calls;
  }

  facts() {
    const { runtime, level } = this.#contestant;
    return { runtime, level, calls: this.#calls };
  }
}
