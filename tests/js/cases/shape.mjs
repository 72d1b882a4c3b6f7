// SPDX-License-Identifier: MIT
// What the API consists of, levels and backends.
import { check, pattern, same, text, throws } from '../check.mjs';

/** FIPS 180-4 and FIPS 202: bytes of a block or a rate, bytes of a digest. */
const SIZES = {
  sha224: [64, 28], sha256: [64, 32], sha384: [128, 48], sha512: [128, 64],
  'sha512-224': [128, 28], 'sha512-256': [128, 32],
  'sha3-224': [144, 28], 'sha3-256': [136, 32], 'sha3-384': [104, 48], 'sha3-512': [72, 64],
  shake128: [168, 0], shake256: [136, 0],
};
const AROUND = ['hashMany', 'hashes', 'macs', 'signatures', 'get', 'levels', 'builtLevels', 'level',
  'useLevel', 'backend', 'version', 'KatwiseError'];

const identifier = (name) =>
  (name.startsWith('SLH') ? name.toLowerCase() : name).replaceAll('-', '_');

export const cases = {
  'an export for each algorithm, and nothing else'(api) {
    const algorithms = [...api.hashes, ...api.macs, ...api.signatures];
    const names = algorithms.map(identifier);
    same(Object.keys(api).filter((key) => key !== 'open').sort(), [...names, ...AROUND].sort());
    for (const name of algorithms) {
      check(api.get(name) === api[identifier(name)], `${name} is another function`);
      same([api.get(name).algorithm, api.get(name).name], [name, identifier(name)]);
    }
  },

  'the properties of hashes'(api) {
    for (const [name, [blockLen, outputLen]] of Object.entries(SIZES)) {
      const hash = api.get(name);
      same([hash.blockLen, hash.outputLen, hash.canXOF], [blockLen, outputLen, outputLen === 0]);
      const stream = hash.create();
      same([stream.blockLen, stream.outputLen], [blockLen, outputLen || undefined], name);
    }
    same([api.poly1305.keyLen, api.poly1305.outputLen], [32, 16]);
    same(api.poly1305.create(new Uint8Array(32)).outputLen, 16);
  },

  'what is exported cannot be changed'(api) {
    const changes = [
      () => { api.hashes.push('md5'); }, () => { api.hashes[0] = 'md5'; },
      () => { api.macs.pop(); },
      () => { api.sha256.algorithm = 'md5'; }, () => { api.sha256.outputLen = 5; },
      () => { api.sha256.create = undefined; }, () => { api.poly1305.verify = () => true; },
      () => { api.signatures.length = 0; }, () => { api.slh_dsa_sha2_128f.verify = () => true; },
      () => { api.slh_dsa_sha2_128f.lengths.signature = 5; },
      () => { api.slh_dsa_sha2_128f.internal.verify = () => true; },
    ];
    for (const change of changes) throws(change, 'TypeError', '');
    api.levels().push('x');
    check(!api.levels().includes('x'), 'the list of levels was changed');
  },

  'a stream lets nobody at its state'(api) {
    const { secretKey, publicKey } = api.slh_dsa_sha2_128f.keygen();
    for (const stream of [api.sha256.create(), api.poly1305.create(new Uint8Array(32)),
      api.slh_dsa_sha2_128f.verifier(new Uint8Array(17088), publicKey),
      api.slh_dsa_sha2_128f.expand(secretKey)]) {
      same(Reflect.ownKeys(stream), []);
      for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(stream)))
        if (name !== 'constructor') throws(() => Reflect.get(
          Object.getPrototypeOf(stream), name, {}).call({}), 'TypeError', '');
    }
  },

  'each level can be used'(api) {
    same(api.level(), 'auto');
    const levels = api.levels();
    same([levels[0], levels.at(-1)], ['portable', 'auto']);
    check(levels.every((level) => api.builtLevels().includes(level)), 'levels that are not built');
    for (const level of levels) {
      api.useLevel(level);
      same(api.level(), level);
      const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
      same(api.sha256(text('abc')), expected);
    }
    same(api.level(), 'auto');
  },

  'a level that the machine lacks is refused'(api) {
    const lacking = api.builtLevels().filter((level) => !api.levels().includes(level));
    for (const level of lacking) {
      const error = throws(() => api.useLevel(level), 'KatwiseError', `name: ${level}`);
      same([error.code, api.level()], ['KW_UNAVAILABLE', 'auto']);
    }
  },

  'the backend has the levels of its kind'(api) {
    const wasm = { 'wasm-simd128': ['portable', 'simd128', 'auto'], wasm: ['portable', 'auto'] };
    const expected = wasm[api.backend()];
    if (expected) same(api.builtLevels(), expected);
    else check(api.backend() === 'native' && !api.builtLevels().includes('simd128'), 'not native');
  },

  'update can be chained'(api) {
    const stream = api.sha256.create();
    check(stream.update(text('a')) === stream, 'update gives something else');
    same(stream.update(text('b')).update(text('c')).digest(), api.sha256(text('abc')));
    const mac = api.poly1305.create(pattern(32));
    check(mac.update(text('a')) === mac, 'update gives something else');
  },
};
