// SPDX-License-Identifier: MIT
// The driver's side of lanes: a child process, or a page of Chromium. call(method, ...args) is one
// of Lane's (lane.mjs); calls to a lane are made one after the other.
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFips205, findNode } from './rivals.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** V8 compiles wasm with its best compiler at once: no change of tier in the middle of a run. */
export const TIER = '--no-liftoff';

class ChildLane {
  #child;
  #waiting;

  /** execPath: another Node.js. */
  constructor(name, { quantum, cpuTime }, execPath = process.execPath) {
    this.name = name;
    const args = [name, String(quantum), ...(cpuTime ? ['cpu'] : [])];
    const script = fileURLToPath(new URL('child.mjs', import.meta.url));
    this.#child = fork(script, args, { execArgv: [TIER], execPath });
    this.#child.on('message', ({ result, error }) =>
      error === undefined ? this.#waiting.resolve(result) : this.#waiting.reject(new Error(error)),
    );
    this.#child.on('exit', (code) => this.#waiting?.reject(new Error(`ended with ${code}`)));
  }

  call(method, ...args) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#child.send({ method, args });
    });
  }

  close() {
    this.#waiting = undefined;
    this.#child.disconnect();
  }
}

class PageLane {
  #page;

  static async open(browser, origin, name, quantum) {
    const lane = new PageLane();
    lane.name = name;
    const context = await browser.newContext();
    lane.#page = await context.newPage();
    await lane.#page.goto(`${origin}/benchmarks/js/page.html`);
    await lane.call('start', name, quantum);
    return lane;
  }

  async call(method, ...args) {
    const answer = ([name, values]) => globalThis.answer(name, values);
    const { result, error } = await this.#page.evaluate(answer, [method, args]);
    if (error !== undefined) throw new Error(error);
    return result;
  }

  close() {}
}

const TYPES = { '.html': 'text/html', '.mjs': 'text/javascript', '.js': 'text/javascript' };

/** Serves the checkout, isolated from other origins: the clock's steps are the least then. */
async function serve() {
  const file = fileURLToPath(import.meta.resolve('katwise/wasm'));
  const entry = `/${relative(root, file).replaceAll(sep, '/')}`;
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    try {
      let body = await readFile(join(root, path));
      if (path.endsWith('page.html')) body = body.toString().replace('KATWISE', entry);
      response.writeHead(200, {
        'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-sync', '--disable-background-networking', '--disable-component-update',
  `--js-flags=${TIER}`];

async function openPages(names, quantum) {
  const { chromium } = await import('playwright-core');
  const server = await serve();
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
  const open = (name) => PageLane.open(browser, origin, name, quantum);
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { lanes: await Promise.all(names.map(open)), version: browser.version(), close };
}

/** Opens a lane, unless the machine lacks what it needs: then that is said, and nothing given. */
async function openChild(name, clock) {
  try {
    if (name === 'fips205') await buildFips205();
    return new ChildLane(name, clock, name === 'openssl' ? await findNode() : undefined);
  } catch (error) {
    console.error(`bench.mjs: without ${name}: ${error.message}`);
    return undefined;
  }
}

/** Lanes by name, "chromium-..." in pages; close() ends them all. clock: {quantum, cpuTime}. */
export async function openLanes(names, clock) {
  const pages = names.filter((name) => name.startsWith('chromium-'));
  const children = names.filter((name) => !pages.includes(name));
  const opened = await Promise.all(children.map((name) => openChild(name, clock)));
  const lanes = opened.filter(Boolean);
  const browser = pages.length ? await openPages(pages, clock.quantum) : undefined;
  const all = [...lanes, ...(browser?.lanes ?? [])];
  const close = async () => {
    for (const lane of all) lane.close();
    await browser?.close();
  };
  return { lanes: all, chromium: browser?.version, close };
}
