// SPDX-License-Identifier: MIT
// A job as a contestant does it, a task: {outputs(), in hexadecimal; run(), once, giving a mark;
// mark, which must come out}. One in another process has time(calls), giving {ns, marks}, instead
// of run.

const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const toHex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

// ---- Hashes and MACs ----

/** Message i of a job is a part of one long string: byte k of it is k mod 251. */
export function messages({ size, messages: count }) {
  const text = Uint8Array.from({ length: size * count }, (_, k) => k % 251);
  return Array.from({ length: count }, (_, i) => text.slice(i * size, (i + 1) * size));
}

export const key = Uint8Array.from({ length: 32 }, (_, i) => i);

const ends = (output) => output[0] + output[output.length - 1];

/** how: {one}, a function from a message and a key to an output, or {all}, from messages. */
function hashing(job, { one, all }) {
  const input = messages(job);
  const [first] = input;
  const outputs = all ? all(input) : input.map((message) => one(message, key));
  const mark = outputs.reduce((sum, output) => sum + ends(output), 0);
  const hexadecimal = () => outputs.map(toHex);
  if (one && input.length === 1)
    return { outputs: hexadecimal, mark, run: () => ends(one(first, key)) };
  return {
    outputs: hexadecimal,
    mark,
    run() {
      let sum = 0;
      if (all) for (const output of all(input)) sum += ends(output);
      else for (const message of input) sum += ends(one(message, key));
      return sum;
    },
  };
}

// ---- Signatures: the mark of a run is 1 if it was right ----

export const BATCH = 8; // signatures in one call of verify8
export const SPOILT = 5; // when outputs are checked, this signature has a flipped bit

/** Some bytes of all parts of a signature. */
function sample(signature) {
  let sum = 0;
  for (let i = 0; i < signature.length; i += 61) sum = (sum * 31 + signature[i]) >>> 0;
  return sum;
}

function keygen({ seed, publicKey }, scheme) {
  const last = publicKey[publicKey.length - 1];
  const make = () => scheme.keygen(seed);
  return {
    outputs() {
      const made = make();
      return [toHex(made.publicKey) + toHex(made.secretKey)];
    },
    run: () => +(make().publicKey[publicKey.length - 1] === last),
  };
}

/** All messages in turn. */
function sign({ items, secretKey }, scheme) {
  const marks = items.map(({ signature }) => sample(signature));
  let turn = 0;
  return {
    outputs: () => [toHex(scheme.sign(items[0].message, secretKey))],
    run() {
      const i = turn++ % items.length;
      return +(sample(scheme.sign(items[i].message, secretKey)) === marks[i]);
    },
  };
}

function spoilt(items) {
  const { signature, message } = items[SPOILT];
  const wrong = signature.map((byte, i) => (i === signature.length >> 1 ? byte ^ 1 : byte));
  return items.with(SPOILT, { signature: wrong, message });
}

/** verify: from items to booleans. */
const verifying = (items, verify) => ({
  outputs: () => verify(spoilt(items)).map((good) => toHex([+good])),
  run: () => +verify(items).every(Boolean),
});

function verify({ items, publicKey }, scheme) {
  const one = ({ signature, message }) => scheme.verify(signature, message, publicKey);
  return verifying(items, (all) => all.map(one));
}

function verify8({ items, publicKey }, scheme) {
  const batches = Array.from({ length: items.length / BATCH }, (_, i) => BATCH * i);
  return verifying(items, (all) =>
    batches.flatMap((i) => scheme.verifyMany(all.slice(i, i + BATCH), publicKey)));
}

const SIGNING = { keygen, sign, verify, verify8 };

/** scheme: keygen(seed), sign(message, secretKey), verify(signature, message, publicKey) and
 *  verifyMany(items, publicKey), as @noble/post-quantum and katwise have them. */
function signing(job, scheme) {
  const { seed, publicKey, secretKey, signed } = job;
  const facts = {
    seed: fromHex(seed),
    publicKey: fromHex(publicKey),
    secretKey: fromHex(secretKey),
    items: signed.map(([message, signature]) => (
      { message: fromHex(message), signature: fromHex(signature) })),
  };
  return { ...SIGNING[job.operation](facts, scheme), mark: 1 };
}

export function taskOf(job, how) {
  if (how.outputs) return how;
  return job.kind === 'signature' ? signing(job, how) : hashing(job, how);
}
