// SPDX-License-Identifier: MIT
// demo.mjs BACKEND FILE KEY-FILE: every algorithm of the table over a file; a line for each result.
// BACKEND: native, wasm-simd128, wasm-plain, or chromium.
import { readFile } from 'node:fs/promises';

const [backend, file, keyFile] = process.argv.slice(2);

async function inNode() {
  const { results } = await import('./results.mjs');
  const api = backend === 'native'
    ? await import('katwise/native')
    : (await import('katwise/wasm')).open({ simd: backend === 'wasm-simd128' });
  return results(api, await readFile(file), await readFile(keyFile));
}

async function inChromium() {
  const { launch, serve } = await import('../js/browser.mjs');
  const server = await serve({ '/demo/file': file, '/demo/key': keyFile });
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.origin}/benchmarks/demo/page.html`);
    return await page.evaluate(() => globalThis.demo());
  } finally {
    await browser.close();
    server.close();
  }
}

for (const line of await (backend === 'chromium' ? inChromium() : inNode())) console.log(line);
