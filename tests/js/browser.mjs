// SPDX-License-Identifier: MIT
// Runs something in Chromium, on pages that this serves on localhost with a strict content security
// policy:
//   browser.mjs kat DIR [LEVEL]  the known answers in a folder, with both modules
//   browser.mjs cases            the cases of tests/js/cases; a line of JSON for each
//   browser.mjs policy           loading under other policies; a line of JSON for each
//   browser.mjs page DIR [PATH]  a page of a folder without policy: its text, and what it logged
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript',
  '.wasm': 'application/wasm', '.json': 'application/json' };
const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const NO_WASM = "default-src 'none'; script-src 'self'; connect-src 'self'";
const NO_FETCH = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'";
const NO_WORKER = `${STRICT}; worker-src 'none'`;
const SCRIPT = '<script type="module" src="/tests/js/page.mjs"></script>';
const EMPTY = `<!doctype html><title>katwise</title>${SCRIPT}`;

/** Isolated, so that pages have SharedArrayBuffer. */
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp' };

function answer(folder, policy, path) {
  const headers = policy ? { 'content-security-policy': policy, ...ISOLATED } : {};
  if (policy && path === '/') return [200, { ...headers, 'content-type': 'text/html' }, EMPTY];
  if (path === '/favicon.ico') return [204, headers, '']; // browsers ask by themselves
  const file = join(folder, normalize(path.endsWith('/') ? `${path}index.html` : path));
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return [404, headers, ''];
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  return [200, { ...headers, 'content-type': type }, readFileSync(file)];
}

/** Serves a folder while run(page, address) runs. */
async function withPage(folder, policy, run) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const [status, headers, body] = answer(folder, policy, decodeURIComponent(pathname));
    response.writeHead(status, headers).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
  try {
    return await run(await browser.newPage(), `http://127.0.0.1:${server.address().port}`);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Calls one of the functions of page.mjs, with console.log coming here. */
function call(policy, name, ...values) {
  return withPage(ROOT, policy, async (page, address) => {
    page.on('console', (line) => line.type() === 'log' && console.log(line.text()));
    page.on('pageerror', (error) => console.error(error.message));
    await page.goto(address);
    await page.waitForFunction(() => globalThis.katwiseTests);
    return page.evaluate(([f, args]) => globalThis.katwiseTests[f](...args), [name, values]);
  });
}

const commands = {
  async kat(folder, level) {
    const files = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
    if (!(await call(STRICT, 'kat', files, level))) process.exitCode = 1;
  },

  cases: () => call(STRICT, 'cases'),

  async policy() {
    await call(STRICT, 'allowed');
    await call(NO_WASM, 'forbidden');
    await call(NO_FETCH, 'unreachable');
    await call(NO_WORKER, 'withoutWorkers');
  },

  page: (folder, path = '/') => withPage(folder, undefined, async (page, address) => {
    const errors = [];
    page.on('console', (line) => console.log(line.text()));
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
    page.on('response', (response) => {
      if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(address + path, { waitUntil: 'networkidle' });
    console.log(await page.evaluate(() => document.body.innerText));
    for (const error of errors) console.error(error);
    if (errors.length) process.exitCode = 1;
  }),
};

const [command, ...values] = process.argv.slice(2);
await commands[command](...values);
