#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// katwise in Node.js and Chromium, native and as WebAssembly, beside other packages. Each has a
// process of its own; they take samples in turn, so that all see the same machine.
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import * as katwise from 'katwise/wasm';
import { contestants } from './js/contestants.mjs';
import { expectedOutputs, jobsOf } from './js/jobs.mjs';
import { openLanes, TIER } from './js/lanes.mjs';

const LANES = Object.keys(contestants);
const OPERATIONS = ['hash', 'object', 'many', 'mac'];

const USAGE = `bench.mjs: how fast katwise is in Node.js and Chromium, other packages beside it.
  --algorithm NAME   this one alone (may be repeated, as the next three)
  --lane NAME        ${LANES.join(', ')}
  --no-browser       without Chromium's lanes
  --operation NAME   ${OPERATIONS.join(', ')}
  --size BYTES       messages of this size instead of the usual ones
  --quick            fewer sizes and samples
  --json FILE        write the rows as JSON, too
  --corrupt          for tests: expect wrong outputs, and so fail
  --timer-step NS    for tests: a clock that moves in such steps`;

class UsageError extends Error {}

function given() {
  const list = { type: 'string', multiple: true, default: [] };
  const flag = { type: 'boolean', default: false };
  const options = {
    algorithm: list, lane: list, operation: list, size: list,
    'no-browser': flag, quick: flag, json: { type: 'string' },
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
  const names = chosen('algorithm', options.algorithm, table.map(({ name }) => name));
  const operations = chosen('operation', options.operation, OPERATIONS);
  const sizes = options.size.map((size) => wholeNumber('size', size));
  return table
    .filter(({ name }) => names.includes(name))
    .flatMap((algorithm) => jobsOf(algorithm, { sizes, quick: options.quick }))
    .filter(({ operation }) => operations.includes(operation));
}

const middle = (s, i) => (s[i - 1] + s[i]) / 2;

/** The quartiles and the interquartile mean; a multiple of 4 values. */
function spread(values) {
  const s = Float64Array.from(values).sort();
  const n = s.length;
  const inner = s.subarray(n / 4, (3 * n) / 4);
  const iqm = inner.reduce((sum, value) => sum + value, 0) / inner.length;
  return { q1: middle(s, n / 4), median: middle(s, n / 2), q3: middle(s, (3 * n) / 4), iqm };
}

function corrupted([first, ...rest]) {
  return [(first[0] === '0' ? '1' : '0') + first.slice(1), ...rest];
}

/** Rows of one job: lanes that have it are prepared, then take samples in turn. */
async function measure(job, lanes, { samples, corrupt, ...settings }) {
  const expected = corrupt ? corrupted(expectedOutputs(job)) : expectedOutputs(job);
  const ready = [];
  for (const lane of lanes) {
    try {
      if (await lane.call('prepare', job, { ...settings, expected }))
        ready.push({ lane, facts: await lane.call('facts'), ns: [] });
    } catch (error) {
      const { algorithm, operation, size } = job;
      throw new Error(`${algorithm} ${operation} of ${size} bytes, ${lane.name}: ${error.message}`);
    }
  }
  for (let sample = 0; sample < samples; sample++)
    for (let k = 0; k < ready.length; k++) {
      const one = ready[(k + sample) % ready.length]; // who is first changes
      one.ns.push(await one.lane.call('sample'));
    }
  const { algorithm, operation, size, messages } = job;
  return ready.map(({ facts, ns }) => ({
    runtime: facts.runtime, level: facts.level, algorithm, operation, size, messages,
    ns: spread(ns), samples, calls: facts.calls, checked: true,
  }));
}

function print({ algorithm, operation, size, messages }, rows) {
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
  const versions = { katwise: katwise.version, node: process.versions.node, v8: process.versions.v8,
    'node:crypto': `OpenSSL ${process.versions.openssl}` };
  for (const name of ['hash-wasm', '@noble/hashes', '@noble/ciphers'])
    versions[name] = packageVersion(name);
  if (chromium) versions.chromium = chromium;
  return { cpu: os.cpus()[0].model, architecture: os.machine(), os: `${os.type()} ${os.release()}`,
    cores: os.cpus().length, versions };
}

async function timers(lanes) {
  const steps = {};
  for (const lane of lanes) {
    const { step, overhead } = await lane.call('clock');
    steps[lane.name] = { step_ns: step, overhead_ns: overhead };
    const [moves, costs] = [step, overhead].map((ns) => `${ns.toFixed(0)} ns`);
    console.log(`${lane.name.padEnd(18)} performance.now(), step ${moves}, one reading ${costs}`);
  }
  return { counter: 'performance.now()', cycles: 'none', tier: TIER, lanes: steps };
}

async function main() {
  const options = given();
  if (options.help) return console.log(USAGE);
  const jobs = plan(options);
  const quantum = wholeNumber('timer-step', options['timer-step']) / 1e6;
  const settings = options.quick
    ? { samples: 12, sampleNs: 100e3, warmNs: 10e6 }
    : { samples: 20, sampleNs: 200e3, warmNs: 12e6 };
  const names = chosen('lane', options.lane, LANES);
  const { lanes, chromium, close } = await openLanes(
    options['no-browser'] ? names.filter((name) => !name.startsWith('chromium')) : names,
    quantum,
  );
  try {
    const timer = await timers(lanes);
    const rows = [];
    for (const job of jobs) {
      const found = await measure(job, lanes, { ...settings, corrupt: options.corrupt });
      if (found.length) print(job, found);
      rows.push(...found);
    }
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
