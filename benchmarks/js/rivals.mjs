// SPDX-License-Identifier: MIT
// Contestants that need more than a library: the Rust crate fips205, which cargo builds, and
// OpenSSL 3.5 or later, in a Node.js that has it. Where that is missing, an Error says so.
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SPOILT, taskOf } from './tasks.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const crate = `${root}/benchmarks/rivals/fips205`;
const target = `${root}/build/rivals/fips205`;
const execute = promisify(execFile);

const lastLine = (error) =>
  (error.stderr || error.message).trim().split('\n').findLast((line) => line.trim());

/** Builds the crate's program, without target-cpu=native: that makes it slower. */
export async function buildFips205() {
  const args = ['build', '--release', '--locked', '--quiet', '--manifest-path',
    `${crate}/Cargo.toml`, '--target-dir', target];
  try {
    await execute('cargo', args, { env: { ...process.env, RUSTFLAGS: '' } });
  } catch (error) {
    throw new Error(error.code === 'ENOENT' ? 'there is no cargo' : lastLine(error));
  }
}

const HAS_SLH_DSA =
  `crypto.generateKeyPairSync('slh-dsa-sha2-128f'); console.log(process.execPath)`;

/** The path of a Node.js whose OpenSSL knows SLH-DSA: this one, an npm package's, or npx's. */
export async function findNode() {
  const commands = [[process.execPath], [`${root}/node_modules/node/bin/node`],
    ['npx', '--yes', '--package=node@24', 'node']];
  for (const [program, ...args] of commands) {
    try {
      const options = { cwd: root, timeout: 120e3 };
      return (await execute(program, [...args, '-e', HAS_SLH_DSA], options)).stdout.trim();
    } catch { /* the next one */ }
  }
  throw new Error('there is no Node.js 24 (npx could not get it)');
}

// ---- fips205: a program that is asked line by line (rivals/fips205/src/main.rs) ----

function openProgram() {
  const child = spawn(`${target}/release/rival`, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (text) => {
    child.stdin.write(`${text}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('fips205: the program has ended');
    return value;
  };
}

const versionOf = async () => {
  const args = ['metadata', '--format-version', '1', '--locked', '--offline', '--manifest-path',
    `${crate}/Cargo.toml`];
  const { packages } = JSON.parse((await execute('cargo', args, { maxBuffer: 1e8 })).stdout);
  return packages.find(({ name }) => name === 'fips205').version;
};

/** Pairs of message and signature, one of them with a flipped bit. */
function spoilt(signed) {
  const [message, signature] = signed[SPOILT];
  const at = signature.length >> 1;
  const digit = (parseInt(signature[at], 16) ^ 1).toString(16);
  return signed.with(SPOILT, [message, signature.slice(0, at) + digit + signature.slice(at + 1)]);
}

export async function fips205() {
  const ask = openProgram();
  const start = ({ algorithm, operation, seed }, signed) =>
    ask([`job ${algorithm} ${operation} ${seed} ${signed.length}`,
      ...signed.map((pair) => pair.join(' '))].join('\n'));

  function find(job) {
    const { kind, operation, signed } = job;
    if (kind !== 'signature' || operation === 'verify8') return undefined;
    return {
      mark: 1,
      async outputs() {
        await start(job, operation === 'verify' ? spoilt(signed) : signed);
        const outputs = (await ask('outputs')).split(',');
        await start(job, signed);
        return outputs;
      },
      async time(calls) {
        const [ns, marks] = (await ask(`time ${calls}`)).split(' ').map(Number);
        return { ns, marks };
      },
    };
  }
  return { runtime: 'fips205', level: 'rust', versions: { fips205: await versionOf() }, find };
}

// ---- OpenSSL: it has no deterministic signatures here, and makes keys of its own randomness ----

const OID = Buffer.from('0609608648016503040300', 'hex'); // the last byte is the set's
const SETS = ['SHA2-128s', 'SHA2-128f', 'SHA2-192s', 'SHA2-192f', 'SHA2-256s', 'SHA2-256f',
  'SHAKE-128s', 'SHAKE-128f', 'SHAKE-192s', 'SHAKE-192f', 'SHAKE-256s', 'SHAKE-256f'];

const der = (tag, ...parts) => {
  const body = Buffer.concat(parts);
  const size = body.length < 128 ? [body.length] : [0x81, body.length];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};

/** RFC 9909: the raw keys in PKCS#8 and SubjectPublicKeyInfo. */
function keysOf(crypto, { algorithm, secretKey, publicKey }) {
  const oid = Buffer.from(OID);
  oid[oid.length - 1] = 20 + SETS.indexOf(algorithm.replace('SLH-DSA-', ''));
  const [secret, raw] = [secretKey, publicKey].map((text) => Buffer.from(text, 'hex'));
  const pkcs8 = der(0x30, Buffer.from([2, 1, 0]), der(0x30, oid), der(4, secret));
  const spki = der(0x30, der(0x30, oid), der(3, Buffer.from([0]), raw));
  return {
    privateKey: crypto.createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
    publicKey: crypto.createPublicKey({ key: spki, format: 'der', type: 'spki' }),
  };
}

/** Whether katwise accepts what OpenSSL has signed. */
function accepted(scheme, crypto, { privateKey, publicKey }) {
  const message = Buffer.from('abc');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-scheme.lengths.publicKey);
  return scheme.verify(crypto.sign(null, message, privateKey), message, raw);
}

export async function openssl() {
  const crypto = await import('node:crypto');
  const katwise = await import('katwise/wasm');
  function find(job) {
    if (job.kind !== 'signature' || job.operation === 'verify8') return undefined;
    const scheme = katwise.get(job.algorithm);
    const keys = keysOf(crypto, job);
    const type = job.algorithm.toLowerCase();
    const make = () => crypto.generateKeyPairSync(type);
    const expectedIf = (good) => [good ? job.expected : 'refused by katwise'];
    const messages = job.signed.map(([message]) => Buffer.from(message, 'hex'));
    let turn = 0;
    const tasks = {
      keygen: {
        mark: 1,
        outputs: () => expectedIf(accepted(scheme, crypto, make())),
        run: () => +(make().publicKey.asymmetricKeyType === type),
      },
      sign: {
        mark: scheme.lengths.signature,
        outputs: () => expectedIf(accepted(scheme, crypto, keys)),
        run: () => crypto.sign(null, messages[turn++ % messages.length], keys.privateKey).length,
      },
      verify: taskOf({ ...job, operation: 'verify' }, {
        verify: (signature, message) => crypto.verify(null, message, keys.publicKey, signature),
      }),
    };
    return tasks[job.operation];
  }
  const versions = { [`node:crypto ${process.version}`]: `OpenSSL ${process.versions.openssl}` };
  return { runtime: 'node:crypto', level: process.version, versions, find };
}
