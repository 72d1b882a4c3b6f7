// SPDX-License-Identifier: MIT
// Known answers (tests/kat/README.md is their schema), in Node.js and in browsers. What else is
// needed, SHA-256 and SHAKE256 from somebody else, comes as an oracle.

const FILE_FIELDS = ['entries', 'family', 'kind', 'schema', 'sources'];
const ANSWERS = {
  hash: ['output', 'output_sha256', 'lines_sha256'],
  mac: ['tag', 'refused', 'tags_sha256'],
};
const QUESTIONS = { hash: ['message', 'message,size'], mac: ['key,message', 'generator'] };
const REPORTED = 10; // wrong answers of a level; more are only counted

class Wrong extends Error {}

function ensure(condition, text) {
  if (!condition) throw new Wrong(text);
}

// ---- Bytes ----

export const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

function unhex(digits) {
  ensure(/^([0-9a-f]{2})*$/.test(digits), `no hexadecimal digits: ${digits}`);
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const halves = (bytes, at) => [bytes.subarray(0, at), bytes.subarray(at)];

// ---- Reading ----

function checkEntry(api, kind, sources, entry) {
  const fields = Object.keys(entry).filter((field) => !['algorithm', 'source'].includes(field));
  const answers = fields.filter((field) => ANSWERS[kind].includes(field));
  const questions = fields.filter((field) => !ANSWERS[kind].includes(field)).sort();
  ensure(answers.length === 1, `one answer is wanted, not ${answers.length}`);
  ensure(QUESTIONS[kind].includes(String(questions)), `unknown or missing fields: ${questions}`);
  ensure(Object.hasOwn(sources, entry.source), `unknown source ${entry.source}`);
  const table = kind === 'hash' ? api.hashes : api.macs;
  ensure(table.includes(entry.algorithm), `unknown algorithm ${entry.algorithm}`);
  const xof = kind === 'hash' && api.get(entry.algorithm).canXOF;
  ensure(xof === 'size' in entry, 'size belongs to a XOF, always and only');
}

/** All entries of the files { name, text }: at least one for each algorithm. */
function read(api, files) {
  const entries = files.flatMap(({ name, text }) => {
    const file = JSON.parse(text);
    const good = String(Object.keys(file).sort()) === String(FILE_FIELDS) && file.schema === 1;
    ensure(good && file.kind in ANSWERS, `${name}: not a file of schema 1`);
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
  const missing = [...api.hashes, ...api.macs].filter((name) => !covered.has(name));
  ensure(missing.length === 0, `no known answer for ${missing}`);
  return entries;
}

// ---- Messages ----

/** N, A..B or A..B..STEP */
function lengths(text) {
  ensure(/^\d+(\.\.\d+){0,2}$/.test(text), `unknown range ${text}`);
  const [first, last = first, step = 1] = text.split('..').map(Number);
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
}

const RULES = {
  hex: (digits) => [unhex(digits)],
  counting: (sizes) => lengths(sizes).map((n) => Uint8Array.from({ length: n }, (_, i) => i)),
  mod251: (sizes) => lengths(sizes).map((n) => Uint8Array.from({ length: n }, (_, i) => i % 251)),
  repeat: (digits, times) => [joined(Array(Number(times)).fill(unhex(digits)))],
};

const made = new Map(); // the same messages serve every level

function once(key, make) {
  if (!made.has(key)) made.set(key, make());
  return made.get(key);
}

function messages(text) {
  const [rule, ...rest] = text.split(':');
  ensure(Object.hasOwn(RULES, rule) && rest.length === RULES[rule].length, `unknown rule ${text}`);
  return once(text, () => RULES[rule](...rest));
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

async function runLevel(api, entries, oracle, print) {
  let executed = 0, wrong = 0;
  for (const { where, kind, entry } of entries) {
    executed++;
    try {
      await (kind === 'hash' ? checkHash : checkMac)(api, entry, oracle);
    } catch (error) {
      if (++wrong <= REPORTED) print(`  ${where}, ${entry.algorithm}: ${error.message}`);
    }
  }
  return [executed, wrong];
}

/** Runs the files { name, text } on every level of the backend; true if all is well. */
export async function runKnown(api, files, oracle, print) {
  let well = true;
  try {
    const entries = read(api, files);
    for (const level of api.levels()) {
      api.useLevel(level);
      const [executed, wrong] = await runLevel(api, entries, oracle, print);
      const { length } = entries;
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
