# SPDX-License-Identifier: MIT
"""Signatures and threads of Python: they run meanwhile, share keys, and may change messages."""

import threading
import tracemalloc
from contextlib import contextmanager

import katwise
import numpy

KEY = katwise.slh_dsa_sha2_128f.from_seed(bytes(range(48)))
PUBLIC = KEY.public_key()
MSG = bytes(range(64))
RANDOM = bytes(16)
HASHED = katwise.sha256(MSG)
SLOW = katwise.slh_dsa_shake_256s


def during(call):
    """How often this thread came to run while another one made the call."""
    work, count = threading.Thread(target=call), 0
    work.start()
    while work.is_alive():
        count += 1
    work.join()
    return count


def test_the_gil_is_released():
    key = SLOW.from_seed(bytes(96))
    sig = key.sign(MSG)
    public, many = key.public_key(), [(sig, MSG)] * 100
    for call in (
        SLOW.generate,
        lambda: SLOW.from_private_bytes(bytes(key), check=True),
        key.expand,
        lambda: key.sign(MSG),
        lambda: key.sign_hashed(HASHED),
        lambda: key.sign_derand(MSG, bytes(32)),
        lambda: key.sign_internal(MSG),
        lambda: public.verify_many(many),
    ):
        assert during(call) > 1000


@contextmanager
def flipping(data, i=-1):
    """Another thread flips a bit of data all the time. Gives both states, as bytes."""
    stop, count = threading.Event(), 0

    def flip():
        nonlocal count
        while not stop.is_set():
            data[i] ^= 1
            count += 1

    states = {bytes(data)}
    data[i] ^= 1
    states.add(bytes(data))
    thread = threading.Thread(target=flip)
    thread.start()
    try:
        yield states
    finally:
        stop.set()
        thread.join()
    assert count > 1000


def is_of_one(public, sig, states, prehash=None):
    return sum(public.verify_many([(sig, state) for state in states], prehash=prehash)) == 1


LONG = 1 << 20  # read for a millisecond each time: for randomness, for the digest, for the check


def test_a_message_that_changes_is_no_fault():
    slow = katwise.slh_dsa_shake_192s.from_seed(bytes(72))
    message, random = bytearray(LONG), bytes(24)
    views = message, memoryview(message), numpy.frombuffer(message, numpy.uint8)
    with flipping(message) as states:
        for key, view in [(KEY, view) for view in views * 5] + [(slow, view) for view in views]:
            for prehash in (None, "sha512"):
                sig = key.sign(view, prehash=prehash, check="verify")
                assert is_of_one(key.public_key(), sig, states, prehash)
            randomness = random[: key.algorithm.randomness_size]
            sig = key.sign_derand(view, randomness, check="verify")
            assert is_of_one(key.public_key(), sig, states)


def test_a_context_that_changes_is_no_fault():
    """It is read before the message, each time."""
    context, message = bytearray(b"context"), bytes(16 * LONG)
    with flipping(context) as states:
        for _ in range(15):
            sig = KEY.sign(message, context, check="verify")
            verified = [PUBLIC.verify_many([(sig, message)], state) for state in states]
            assert sorted(verified) == [[False], [True]]


def test_one_state_of_a_message_is_signed():
    """A signature whose randomness is of one state and whose digest of another is of neither."""
    message = bytearray(LONG)
    for call in (KEY.sign_internal, lambda m: KEY.sign_derand(m, RANDOM)):
        with flipping(message) as states:
            right = {call(state) for state in states}
            assert {call(message) for _ in range(20)} <= right


def test_a_message_may_be_resized_meanwhile():
    """Signing has a copy of it."""
    key, message, sigs, count = SLOW.from_seed(bytes(96)), bytearray(MSG), [], 0
    work = threading.Thread(target=lambda: sigs.append(key.sign(message)))
    work.start()
    while work.is_alive():
        message.extend(bytes(1000))
        del message[64:]
        count += 1
    work.join()
    assert count > 100
    key.public_key().verify(sigs[0], MSG)


def test_what_is_only_read_is_not_copied():
    """bytes and views that cannot be written to: for messages that do not fit twice."""
    size = 1 << 26
    for message in (bytes(size), memoryview(bytearray(size)).toreadonly()):
        tracemalloc.start()
        KEY.sign(message, deterministic=True)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < size // 2


def test_the_level_stays_while_a_key_signs():
    key, refused = SLOW.from_seed(bytes(96)), 0
    work = threading.Thread(target=key.sign, args=(MSG,))
    work.start()
    while work.is_alive():
        try:
            katwise.use_level(katwise.level())
        except katwise.StateError:
            refused += 1
    work.join()
    assert refused > 100


def test_one_key_and_one_verifier_in_many_threads():
    from concurrent.futures import ThreadPoolExecutor

    expanded, piece = KEY.expand(), b"k" * 5000
    expected = KEY.sign(piece * 64, deterministic=True)
    verifier = PUBLIC.verifier(expected)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: verifier.update(piece), range(64)))
        sigs = pool.map(lambda _: expanded.sign(piece * 64, deterministic=True), range(16))
        assert set(sigs) == {expected}
    verifier.verify()
