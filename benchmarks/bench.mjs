#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// katwise in Node.js and Chromium, native and as WebAssembly, beside other packages. Each has a
// process of its own; they take samples in turn, so that all see the same machine.
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import * as katwise from 'katwise/wasm';
import { contestants, RIVALS, SIGNING_LANES } from './js/contestants.mjs';
import { blockJobs, expectedOutputs, jobsOf } from './js/jobs.mjs';
import { openLanes, TIER } from './js/lanes.mjs';
import * as signatures from './js/signatures.mjs';
import { spread } from './js/spread.mjs';

const LANES = Object.keys(contestants);
const OPERATIONS = ['hash', 'object', 'many', 'mac', 'blocks', ...signatures.OPERATIONS];

const USAGE = `bench.mjs: how fast katwise is in Node.js and Chromium, other packages beside it.
  --algorithm NAME   this one alone (may be repeated, as the next three)
  --lane NAME        ${LANES.join(', ')}
  --no-browser       without Chromium's lanes
  --operation NAME   ${OPERATIONS.join(', ')}
  --size BYTES       hash or authenticate messages of this size instead of the usual ones
  --quick            fewer sizes, samples and signature algorithms; without ${RIVALS.join(' and ')}
  --cpu-time         the processor's time alone, on a machine with other work; in Node.js, and
                     without fips205
  --json FILE        write the rows as JSON, too
  --corrupt          for tests: expect wrong outputs, and so fail
  --timer-step NS    for tests: a clock that moves in such steps`;

class UsageError extends Error {}

function given() {
  const list = { type: 'string', multiple: true, default: [] };
  const flag = { type: 'boolean', default: false };
  const options = {
    algorithm: list, lane: list, operation: list, size: list,
    'no-browser': flag, quick: flag, 'cpu-time': flag, json: { type: 'string' },
    corrupt: flag, 'timer-step': { type: 'string', default: '0' }, help: flag,
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function wholeNumber(option, value) {
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${option}: not a whole number: ${value}`);
  return +value;
}

/** The values asked for, each of which must be one of the known ones; all of them if none was. */
function chosen(option, values, known) {
  const wrong = values.find((value) => !known.includes(value));
  if (wrong !== undefined) throw new UsageError(`--${option}: there is no ${wrong}`);
  return values.length ? values : known;
}

function algorithms() {
  const of = (kind) => (name) => ({ name, kind, outputLength: katwise.get(name).outputLen });
  return [...katwise.hashes.map(of('hash')), ...katwise.macs.map(of('mac'))];
}

function plan(options) {
  const table = algorithms();
  const { quick, algorithm: asked } = options;
  const known = [...table.map(({ name }) => name), ...katwise.signatures];
  const names = chosen('algorithm', asked, known);
  const operations = chosen('operation', options.operation, OPERATIONS);
  const sizes = options.size.map((size) => wholeNumber('size', size));
  const signing = katwise.signatures.filter((name) =>
    names.includes(name) && (asked.length || signatures.usual(name, quick)));
  return [
    ...table
      .filter(({ name }) => names.includes(name))
      .flatMap((algorithm) => jobsOf(algorithm, { sizes, quick })),
    ...blockJobs(signing),
    ...signing.flatMap(signatures.signatureJobs),
  ].filter(({ operation }) => operations.includes(operation));
}

/** Lanes that have something to do. */
function lanesFor(jobs, options) {
  const asked = chosen('lane', options.lane, LANES);
  const signing = jobs.some(({ kind }) => kind === 'signature');
  return asked.filter((name) =>
    !((options['no-browser'] || options['cpu-time']) && name.startsWith('chromium'))
    && !(options['cpu-time'] && name === 'fips205')
    && !(SIGNING_LANES.includes(name) && !signing)
    && !(RIVALS.includes(name) && options.quick && !options.lane.length));
}

function corrupted([first, ...rest]) {
  return [(first[0] === '0' ? '1' : '0') + first.slice(1), ...rest];
}

const versions = {}; // of what lanes tell

/** Rows of one job: lanes that have it are prepared, then take samples in turn. */
async function measure(job, lanes, { corrupt, ...settings }) {
  const { samples: rounds } = settings;
  const right = job.kind === 'signature'
    ? signatures.withFacts(job) : { job, expected: expectedOutputs(job) };
  const expected = corrupt ? corrupted(right.expected) : right.expected;
  const ready = [];
  for (const lane of lanes) {
    try {
      if (await lane.call('prepare', right.job, { ...settings, expected }))
        ready.push({ lane, facts: await lane.call('facts'), ns: [] });
    } catch (error) {
      const { algorithm, operation, size } = job;
      throw new Error(`${algorithm} ${operation} of ${size} bytes, ${lane.name}: ${error.message}`);
    }
  }
  for (let round = 0; round < rounds; round++)
    for (let k = 0; k < ready.length; k++) {
      const one = ready[(k + round) % ready.length]; // who is first changes
      const due = (rounds_) => Math.floor((rounds_ * one.facts.samples) / rounds); // few are spread
      if (due(round + 1) > due(round)) one.ns.push(await one.lane.call('sample'));
    }
  const { algorithm, operation, size, messages } = job;
  Object.assign(versions, ...ready.map(({ facts }) => facts.versions));
  return ready.map(({ facts, ns }) => ({
    runtime: facts.runtime, level: facts.level, algorithm, operation, size, messages,
    ns: spread(ns), samples: facts.samples, calls: facts.calls, checked: true,
  }));
}

function printSignatures({ algorithm, operation, messages }, rows) {
  const head = ['low ms', 'median', 'high', 'samples'].map((title) => title.padStart(12)).join('');
  console.log(`\n${algorithm} ${operation}\n${' '.repeat(36)}${head}`);
  for (const { runtime, level, ns, samples } of rows) {
    const ms = [ns.low, ns.median, ns.high].map((x) => (x / messages / 1e6).toFixed(4));
    const numbers = [...ms, samples].map((x) => `${x}`.padStart(12)).join('');
    console.log(`  ${`${runtime} ${level}`.padEnd(34)}${numbers}`);
  }
}

function print(job, rows) {
  if (job.kind === 'signature') return printSignatures(job, rows);
  const { algorithm, operation, size, messages } = job;
  const many = messages > 1 ? `${messages} messages of ` : '';
  const head = ['q1 ns', 'median', 'q3', 'MB/s'].map((title) => title.padStart(12)).join('');
  console.log(`\n${algorithm} ${operation}, ${many}${size} bytes\n${' '.repeat(36)}${head}`);
  for (const { runtime, level, ns } of rows) {
    const speed = ((size * messages) / ns.median) * 1000;
    const numbers = [ns.q1, ns.median, ns.q3, speed].map((x) => x.toFixed(1).padStart(12)).join('');
    console.log(`  ${`${runtime} ${level}`.padEnd(34)}${numbers}`);
  }
}

function packageVersion(name) {
  const url = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')).version;
}

function machine(chromium) {
  const { node, v8, openssl } = process.versions;
  const crypto = `OpenSSL ${openssl}`;
  Object.assign(versions, { katwise: katwise.version, node, v8, 'node:crypto': crypto });
  for (const name of ['hash-wasm', '@noble/hashes', '@noble/ciphers', '@noble/post-quantum'])
    versions[name] = packageVersion(name);
  if (chromium) versions.chromium = chromium;
  return { cpu: os.cpus()[0].model, architecture: os.machine(), os: `${os.type()} ${os.release()}`,
    cores: os.cpus().length, versions };
}

async function timers(lanes, counter) {
  const steps = {};
  for (const lane of lanes) {
    const { step, overhead } = await lane.call('clock');
    steps[lane.name] = { step_ns: step, overhead_ns: overhead };
    const [moves, costs] = [step, overhead].map((ns) => `${ns.toFixed(0)} ns`);
    console.log(`${lane.name.padEnd(18)} ${counter}, step ${moves}, one reading ${costs}`);
  }
  return { counter, cycles: 'none', tier: TIER, lanes: steps };
}

/** On a terminal: which algorithm it is; nothing, when its rows are printed. */
function progress(text = '') {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

async function measureAll(jobs, lanes, settings) {
  const names = [...new Set(jobs.map(({ algorithm }) => algorithm))];
  const rows = [];
  for (const job of jobs) {
    const at = names.indexOf(job.algorithm) + 1;
    progress(`${job.algorithm} ${job.operation} (algorithm ${at} of ${names.length})`);
    const found = await measure(job, lanes, settings);
    progress();
    if (found.length) print(job, found);
    rows.push(...found);
  }
  return rows;
}

async function main() {
  const options = given();
  if (options.help) return console.log(USAGE);
  const jobs = plan(options);
  const quantum = wholeNumber('timer-step', options['timer-step']) / 1e6;
  const settings = options.quick
    ? { samples: 12, sampleNs: 100e3, warmNs: 10e6, budgetNs: 100e6 }
    : { samples: 20, sampleNs: 200e3, warmNs: 12e6, budgetNs: 500e6 };
  const clock = { quantum, cpuTime: options['cpu-time'] };
  const { lanes, chromium, close } = await openLanes(lanesFor(jobs, options), clock);
  try {
    const timer = await timers(lanes, clock.cpuTime ? 'process.cpuUsage()' : 'performance.now()');
    const rows = await measureAll(jobs, lanes, { ...settings, corrupt: options.corrupt });
    if (!rows.length) throw new Error('these lanes have no such operation');
    if (!options.json) return;
    const document = { schema: 1, machine: machine(chromium), timer, rows };
    writeFileSync(options.json, `${JSON.stringify(document, null, 1)}\n`);
  } finally {
    await close();
  }
}

try {
  await main();
} catch (error) {
  console.error(`bench.mjs: ${error.message}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
