// SPDX-License-Identifier: MIT
// Known answers of signatures: an entry has one of three forms.
import { ensure, halves, hex, messages, unhex } from './inputs.mjs';

const HOW = ['context', 'prehash', 'interface'];
const ONE_OF = ['signature', 'signature_sha256', 'refused'];
/** The fields that each form has, those of which it has one, and those that it may have. */
const FORMS = {
  seed: [['public_key', 'secret_key'], [], ['slow']],
  secret_key: [['message'], ['signature', 'signature_sha256'],
    [...HOW, 'randomness', 'mutations', 'slow']],
  public_key: [['message'], ['signature', 'refused'], [...HOW, 'mutations']],
};

/** Throws for an entry that the schema does not know. */
export function readSignature({ algorithm, source, ...entry }) {
  const form = Object.keys(FORMS).find((field) => field in entry);
  ensure(form, 'a seed, a secret key or a public key is wanted');
  const [needed, answers, possible] = FORMS[form];
  const fields = Object.keys(entry).filter((field) => field !== form);
  const missing = needed.filter((field) => !fields.includes(field));
  const unknown = fields.filter((f) => ![...needed, ...answers, ...possible].includes(f));
  ensure(!missing.length && !unknown.length, `unknown or missing fields: ${missing} ${unknown}`);
  const given = fields.filter((field) => ONE_OF.includes(field));
  ensure(given.length === Math.min(answers.length, 1), `one answer is wanted, not ${given}`);
  ensure(!('slow' in entry) || entry.slow === true, 'slow is true or absent');
  ensure(!('interface' in entry) || entry.interface === 'internal', 'unknown interface');
  const external = 'context' in entry || 'prehash' in entry;
  ensure(!(entry.interface && external), 'the internal interface has no context and no prehash');
  ensure(!(entry.mutations && given[0] === 'refused'), 'mutations of what is refused');
  if (form !== 'seed') ensure(messages(entry.message).length === 1, 'one message is wanted');
}

// ---- Slow entries ----

const isFast = (api) => api.backend() === 'native' && api.level() === 'auto';
const leavesOut = (api, entry) => entry.slow && !isFast(api);

/** Whether a runner has nothing to do for the entry on this level. */
export const isIdle = (api, entry) => Boolean(leavesOut(api, entry) && !entry.signature);

// ---- Cases: { signature, message, public_key, context, prehash, internal } ----

function caseOf(entry) {
  return {
    message: messages(entry.message)[0],
    context: entry.context === undefined ? undefined : unhex(entry.context),
    prehash: entry.prehash,
    internal: entry.interface === 'internal',
  };
}

const optionsOf = ({ context, prehash }) => ({ context, prehash });

/** Each way to verify a case. */
function* verifications(api, scheme, { signature, message, public_key: key, ...how }) {
  if (how.internal) {
    yield () => scheme.internal.verify(signature, message, key);
    return;
  }
  const options = optionsOf(how);
  const [head, rest] = halves(message, Math.floor(message.length / 3));
  yield () => scheme.verify(signature, message, key, options);
  yield () => scheme.verifier(signature, key, options).update(head).update(rest).verify();
  if (!how.prehash) return;
  const prehash = api.get(how.prehash).create().update(head).update(rest);
  yield () => scheme.verify(signature, undefined, key, { ...options, prehash });
}

function accepted(api, scheme, one) {
  for (const verify of verifications(api, scheme, one)) ensure(verify() === true, 'refused');
}

/** Refused by the plain answer; a context that is too long, by an error about it. */
function refused(api, scheme, one, text = 'accepted') {
  const long = one.context?.length > 255;
  for (const verify of verifications(api, scheme, one)) {
    let answer;
    try {
      answer = verify();
    } catch (error) {
      const about = error instanceof RangeError && error.message.startsWith('options.context: ');
      if (!long || !about) throw error;
      continue;
    }
    ensure(answer === false && !long, text);
  }
}

// ---- Mutations ----

const OPERATIONS = {
  xor: (bytes, offset, digits) => {
    const changed = bytes.slice();
    unhex(digits).forEach((byte, i) => { changed[Number(offset) + i] ^= byte; });
    return changed;
  },
  truncate: (bytes, size) => bytes.slice(0, Number(size)),
  append: (bytes = new Uint8Array(0), digits) => Uint8Array.from([...bytes, ...unhex(digits)]),
  set: (_, value) => value,
};
const FIELDS = {
  signature: ['xor', 'truncate', 'append'],
  message: ['xor', 'append'],
  public_key: ['xor'],
  context: ['set', 'append'],
  interface: ['set'],
  prehash: ['set'],
};

function mutated(one, mutation) {
  const [field, operation, ...values] = mutation.split(':');
  ensure(FIELDS[field]?.includes(operation), `unknown mutation ${mutation}`);
  if (field === 'interface') {
    ensure(String(values) === 'internal', `unknown mutation ${mutation}`);
    return { ...one, internal: true };
  }
  const value = OPERATIONS[operation](one[field], ...values);
  return { ...one, [field]: field === 'context' && operation === 'set' ? unhex(value) : value };
}

/** Signatures and messages under the same key and options, side by side. */
function sideBySide(scheme, right, wrong) {
  if (right.internal) return;
  const alike = (one) =>
    ['context', 'prehash', 'internal', 'public_key'].every((field) => one[field] === right[field]);
  const items = [right, ...wrong.filter(alike), right];
  const results = scheme.verifyMany(items, right.public_key, optionsOf(right));
  const expected = items.map((one) => one === right);
  ensure(String(results) === String(expected), `side by side: ${results}`);
}

function checkMutations(api, scheme, one, mutations) {
  const all = mutations.map((mutation) => mutated(one, mutation));
  all.forEach((each, i) => refused(api, scheme, each, `accepted after ${mutations[i]}`));
  sideBySide(scheme, one, all);
}

// ---- Forms ----

function checkKeys(scheme, entry) {
  const { publicKey, secretKey } = scheme.keygen(unhex(entry.seed));
  ensure(hex(publicKey) === entry.public_key, 'wrong public key');
  ensure(hex(secretKey) === entry.secret_key, 'wrong secret key');
  ensure(hex(scheme.getPublicKey(secretKey)) === entry.public_key, 'another one in the secret key');
}

/** What signing gives, in one call and by a stream that has absorbed the message. */
function signatures(api, scheme, secretKey, one, randomness) {
  const extraEntropy = randomness === undefined ? false : unhex(randomness);
  const { message, internal } = one;
  if (internal) return [scheme.internal.sign(message, secretKey, { extraEntropy })];
  const options = { ...optionsOf(one), extraEntropy };
  const all = [scheme.sign(message, secretKey, options)];
  if (!one.prehash) return all;
  const prehash = api.get(one.prehash).create().update(message);
  return [...all, scheme.sign(undefined, secretKey, { ...options, prehash })];
}

async function checkSigning(api, scheme, entry, oracle) {
  const secretKey = unhex(entry.secret_key);
  const one = { ...caseOf(entry), public_key: scheme.getPublicKey(secretKey) };
  if (leavesOut(api, entry)) return { ...one, signature: unhex(entry.signature) };
  const all = signatures(api, scheme, secretKey, one, entry.randomness);
  for (const signature of all) {
    const right = entry.signature !== undefined
      ? hex(signature) === entry.signature
      : (await oracle.sha256(signature)) === entry.signature_sha256;
    ensure(right, 'wrong signature');
  }
  return { ...one, signature: all[0] };
}

export async function checkSignature(api, entry, oracle) {
  const scheme = api.get(entry.algorithm);
  if (entry.seed !== undefined) return checkKeys(scheme, entry);
  if (entry.refused !== undefined) {
    const one = { ...caseOf(entry), public_key: unhex(entry.public_key) };
    return refused(api, scheme, { ...one, signature: unhex(entry.refused) });
  }
  const one = entry.secret_key !== undefined
    ? await checkSigning(api, scheme, entry, oracle)
    : { ...caseOf(entry), public_key: unhex(entry.public_key), signature: unhex(entry.signature) };
  accepted(api, scheme, one);
  return checkMutations(api, scheme, one, entry.mutations ?? []);
}
