// SPDX-License-Identifier: MIT
// Known answers (tests/kat/README.md is their schema), in Node.js and in browsers. What else is
// needed, SHA-256 and SHAKE256 from somebody else, comes as an oracle.
import { ensure, halves, hex, joined, lengths, messages, once, unhex, Wrong } from './inputs.mjs';
import { checkSignature, isIdle, readSignature } from './known_signatures.mjs';

const FILE_FIELDS = ['entries', 'family', 'kind', 'schema', 'sources'];
const ANSWERS = {
  hash: ['output', 'output_sha256', 'lines_sha256'],
  mac: ['tag', 'refused', 'tags_sha256'],
};
const QUESTIONS = { hash: ['message', 'message,size'], mac: ['key,message', 'generator'] };
const REPORTED = 10; // wrong answers of a level; more are only counted

// ---- Reading ----

const TABLES = { hash: 'hashes', mac: 'macs', signature: 'signatures' };

function checkEntry(api, kind, sources, entry) {
  ensure(Object.hasOwn(sources, entry.source), `unknown source ${entry.source}`);
  ensure(api[TABLES[kind]].includes(entry.algorithm), `unknown algorithm ${entry.algorithm}`);
  if (kind === 'signature') return readSignature(entry);
  const fields = Object.keys(entry).filter((field) => !['algorithm', 'source'].includes(field));
  const answers = fields.filter((field) => ANSWERS[kind].includes(field));
  const questions = fields.filter((field) => !ANSWERS[kind].includes(field)).sort();
  ensure(answers.length === 1, `one answer is wanted, not ${answers.length}`);
  ensure(QUESTIONS[kind].includes(String(questions)), `unknown or missing fields: ${questions}`);
  const xof = kind === 'hash' && api.get(entry.algorithm).canXOF;
  ensure(xof === 'size' in entry, 'size belongs to a XOF, always and only');
}

/** All entries of the files { name, text }: at least one for each algorithm. */
function read(api, files) {
  const entries = files.flatMap(({ name, text }) => {
    const file = JSON.parse(text);
    const good = String(Object.keys(file).sort()) === String(FILE_FIELDS) && file.schema === 1;
    ensure(good && file.kind in TABLES, `${name}: not a file of schema 1`);
    return file.entries.map((entry, i) => {
      const where = `${name}, entry ${i + 1}`;
      try {
        checkEntry(api, file.kind, file.sources, entry);
      } catch (error) {
        throw new Wrong(`${where}: ${error.message}`);
      }
      return { where, kind: file.kind, entry };
    });
  });
  const covered = new Set(entries.map(({ entry }) => entry.algorithm));
  const names = [...api.hashes, ...api.macs, ...api.signatures];
  const missing = names.filter((name) => !covered.has(name));
  ensure(missing.length === 0, `no known answer for ${missing}`);
  return entries;
}

function generated(range, oracle) {
  const one = (n) => {
    const length = [0, 8, 16, 24].map((shift) => (n >>> shift) & 255);
    const seed = joined([new TextEncoder().encode('poly1305-kat-v1'), length]);
    return halves(oracle.shake256(seed, 32 + n), 32);
  };
  return once(`generator:${range}`, () => lengths(range).map(one));
}

// ---- Checking ----

async function answers(entry, outputs, oracle) {
  if (entry.lines_sha256) {
    const lines = outputs.map((output) => `${hex(output).toUpperCase()}\n`).join('');
    return (await oracle.sha256(new TextEncoder().encode(lines))) === entry.lines_sha256;
  }
  const digest = entry.output_sha256 ?? entry.tags_sha256;
  if (digest) return (await oracle.sha256(joined(outputs))) === digest;
  return hex(joined(outputs)) === (entry.output ?? entry.tag);
}

/** The message in two pieces and on a copy of the state; a XOF's output in two pieces, too. */
function inPieces(hash, message, size) {
  const [head, rest] = halves(message, Math.floor(message.length / 3));
  const begun = hash.create().update(head);
  const stream = begun.clone().update(rest);
  begun.update(head); // must not matter to the copy
  if (size === undefined) return stream.digest();
  const first = Math.floor(size / 3);
  return joined([stream.xof(first), stream.xof(size - first)]);
}

async function checkHash(api, entry, oracle) {
  const hash = api.get(entry.algorithm);
  const options = entry.size === undefined ? undefined : { dkLen: entry.size };
  const inputs = messages(entry.message);
  const ways = {
    'in one call': () => inputs.map((message) => hash(message, options)),
    'in pieces': () => inputs.map((message) => inPieces(hash, message, entry.size)),
    'side by side': () => api.hashMany(hash, inputs, options),
  };
  for (const [way, outputs] of Object.entries(ways))
    ensure(await answers(entry, outputs(), oracle), `wrong output ${way}`);
}

/** Verification in one call and in pieces. */
function verifications(mac, tag, message, key) {
  const [head, rest] = halves(message, Math.floor(message.length / 2));
  const stream = mac.create(key).update(head).update(rest);
  return [() => mac.verify(tag, message, key), () => stream.verify(tag)];
}

/** A tag of another length is refused, too, but by an error: that about the tag, no other. */
function refuses(verify, rightLength) {
  try {
    return verify() === false && rightLength;
  } catch (error) {
    if (rightLength || !(error instanceof RangeError && error.message.startsWith('tag:')))
      throw error;
    return true;
  }
}

async function checkMac(api, entry, oracle) {
  const mac = api.get(entry.algorithm);
  const pairs = entry.generator
    ? generated(entry.generator, oracle)
    : messages(entry.message).map((message) => [unhex(entry.key), message]);
  if (entry.refused !== undefined) {
    const tag = unhex(entry.refused);
    const refused = (verify) => refuses(verify, tag.length === mac.outputLen);
    for (const [key, message] of pairs)
      ensure(verifications(mac, tag, message, key).every(refused), 'accepted a wrong tag');
    return;
  }
  const tags = pairs.map(([key, message]) => mac(message, key));
  ensure(await answers(entry, tags, oracle), 'wrong tag');
  for (const [i, [key, message]] of pairs.entries())
    for (const verify of verifications(mac, tags[i], message, key))
      ensure(verify() === true, 'refused its own tag');
}

const CHECKS = { hash: checkHash, mac: checkMac, signature: checkSignature };

async function runLevel(api, entries, oracle, print) {
  let executed = 0, wrong = 0;
  for (const { where, kind, entry } of entries) {
    executed++;
    try {
      await CHECKS[kind](api, entry, oracle);
    } catch (error) {
      if (++wrong <= REPORTED) print(`  ${where}, ${entry.algorithm}: ${error.message}`);
    }
  }
  return [executed, wrong];
}

/** Runs the files { name, text } on every level of the backend, or on one; true if all is well. */
export async function runKnown(api, files, oracle, print, only) {
  let well = true;
  try {
    const all = read(api, files);
    for (const level of only ? [only] : api.levels()) {
      api.useLevel(level);
      const entries = all.filter(({ entry }) => !isIdle(api, entry));
      const { length } = entries, idle = all.length - length;
      if (idle) print(`${idle} slow entries are left to faster runners`);
      const [executed, wrong] = await runLevel(api, entries, oracle, print);
      print(`level ${level}: ${executed} executed, ${length} expected, ${wrong} wrong`);
      well &&= wrong === 0 && executed === length;
    }
    const others = api.builtLevels().filter((level) => !api.levels().includes(level));
    for (const level of others) print(`level ${level}: this machine cannot run it`);
  } catch (error) {
    print(`known answers: ${error.message}`);
    return false;
  }
  return well;
}
