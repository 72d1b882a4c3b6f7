# SPDX-License-Identifier: MIT
"""OpenSSL 3.5 or later, by a Node.js that has it: keys and signatures go both ways. The npm package
`node` brings that Node.js along."""

import json
import subprocess

import katwise
import pytest
from support import ROOT

NODE = ROOT / "node_modules/node/bin/node"

# An answer for each line of input, about the key in `pem` or a new one of `set`.
SCRIPT = """
const crypto = require('node:crypto');
const hex = (text) => Buffer.from(text, 'hex');
const spki = {type: 'spki', format: 'pem'}, pkcs8 = {type: 'pkcs8', format: 'pem'};
for (const line of require('node:fs').readFileSync(0, 'utf8').trim().split('\\n')) {
  const {set, pem, signature, message, context, sign} = JSON.parse(line);
  const key = pem ? crypto.createPrivateKey(pem) : crypto.generateKeyPairSync(set).privateKey;
  const publicKey = crypto.createPublicKey(key);
  const options = context ? {context: hex(context)} : {};
  const verify = (sig, text) => crypto.verify(null, text, {key: publicKey, ...options}, sig);
  const accepted = signature && verify(hex(signature), hex(message));
  const refused = signature && !verify(hex(signature), Buffer.concat([hex(message), hex('00')]));
  console.log(JSON.stringify({
    openssl: process.versions.openssl, type: key.asymmetricKeyType, accepted, refused,
    private: key.export(pkcs8), public: publicKey.export(spki),
    der: key.export({type: 'pkcs8', format: 'der'}).toString('hex'),
    encrypted: key.export({...pkcs8, cipher: 'aes-256-cbc', passphrase: 'secret'}),
    signature: sign && crypto.sign(null, hex(message), {key, ...options}).toString('hex'),
  }));
}
"""

MESSAGE, CONTEXT = bytes(range(200)), b"context"
CASES = [(name, context) for name in katwise.signatures for context in (b"", CONTEXT)]
SLOW = [name for name in katwise.signatures if name.startswith("SLH-DSA-SHAKE") and name[-1] == "s"]


@pytest.fixture(scope="module")
def openssl():
    if not NODE.exists():
        pytest.fail(f"{NODE} is missing: `make setup` installs it", pytrace=False)

    def run(questions):
        text = "\n".join(map(json.dumps, questions))
        done = subprocess.run(
            [NODE, "-e", SCRIPT], input=text, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


def question(context, **more):
    return {"message": MESSAGE.hex(), "context": context.hex(), "sign": True, **more}


def check_answer(answer, key, context):
    """Its signature is right for us, and its texts of the key are ours."""
    public = key.public_key()
    if key.algorithm.name not in SLOW:
        signature = bytes.fromhex(answer["signature"])
        public.verify(signature, MESSAGE, context)
        with pytest.raises(katwise.InvalidSignature):
            public.verify(signature, MESSAGE, context + b".")
    assert answer["private"].encode() == key.to_pem()
    assert answer["public"].encode() == public.to_pem()
    assert answer["der"] == key.to_der().hex()
    with pytest.raises(katwise.InvalidKey, match="encrypted"):
        katwise.load_private_key(answer["encrypted"].encode())


def test_our_keys_and_signatures(openssl, show):
    keys = {name: katwise.signature(name).generate() for name in katwise.signatures}
    questions = [
        question(
            context,
            pem=keys[name].to_pem().decode(),
            signature=keys[name].sign(MESSAGE, context, threads=2).hex(),
            sign=name not in SLOW,  # seconds each: OpenSSL verifies alone
        )
        for name, context in CASES
    ]
    answers = openssl(questions)
    for (name, context), answer in zip(CASES, answers, strict=True):
        assert answer["type"] == name.lower() and answer["accepted"] and answer["refused"]
        check_answer(answer, keys[name], context)
    major, minor, *_ = map(int, answers[0]["openssl"].split("."))
    assert (major, minor) >= (3, 5)
    show(f"OpenSSL {answers[0]['openssl']}: {len(answers)} of {len(CASES)} executed")


def test_its_keys(openssl):
    names = [name for name in katwise.signatures if name.endswith("f")]
    answers = openssl([question(b"", set=name.lower()) for name in names])
    for name, answer in zip(names, answers, strict=True):
        key = katwise.load_private_key(answer["private"].encode(), check=True)
        assert key.algorithm.name == name
        assert key.public_key() == katwise.load_public_key(answer["public"].encode())
        check_answer(answer, key, b"")
