# SPDX-License-Identifier: MIT
"""Other threads run while long messages are hashed; an object that threads share stays whole."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import katwise
import pytest

BIG = bytes(1 << 26)
KEY = bytes(range(32))

LONG = {
    "digest": lambda: katwise.digest("sha3-256", BIG),
    "new": lambda: katwise.sha3_256(BIG),
    "update": lambda: katwise.sha3_256().update(BIG),
    "hash_many": lambda: katwise.hash_many("sha3-256", [BIG[: 1 << 25]] * 2),
    "digest of a XOF": lambda: katwise.shake256().digest(len(BIG)),
    "read": lambda: katwise.shake256().read(len(BIG)),
    "poly1305": lambda: katwise.poly1305(KEY, memoryview(BIG)),
    "Mac.update": lambda: katwise.poly1305(KEY).update(BIG),
}


def moments_during(call):
    """When this thread could run while another one made the call, as parts of the call's time."""
    begin, end, seen = [], [], []

    def work():
        begin.append(time.perf_counter())
        call()
        end.append(time.perf_counter())

    thread = threading.Thread(target=work)
    thread.start()
    while not end:
        seen.append(time.perf_counter())
    thread.join()
    return [(t - begin[0]) / (end[0] - begin[0]) for t in seen]


@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
def test_the_gil_is_released(call):
    assert sum(0.25 < moment < 0.75 for moment in moments_during(call)) > 100


def test_the_gil_is_released_for_many_short_messages():
    messages = [bytes(1000)] * 100_000
    work = threading.Thread(target=katwise.hash_many, args=("sha3-256", messages))
    with pytest.raises(katwise.StateError):  # which says that hashing goes on without the GIL
        work.start()
        while work.is_alive():
            katwise.use_level(katwise.level())
    work.join()


def test_the_level_stays_while_threads_hash():
    work = threading.Thread(target=katwise.digest, args=("sha3-256", BIG))
    before, refused = katwise.level(), 0
    work.start()
    while work.is_alive():
        try:
            katwise.use_level("portable")
        except katwise.StateError as error:
            assert "other threads" in str(error)
            refused += 1
    work.join()
    assert refused > 100
    katwise.use_level(before)


@pytest.mark.parametrize("size", [10, 2000, 5000, 100_000])
def test_one_object_in_many_threads(size):
    """Equal pieces, so that their order does not matter."""
    h, mac, piece = katwise.sha256(), katwise.poly1305(KEY), b"k" * size

    def work(_):
        h.update(piece)
        h.copy().update(piece)
        h.digest()
        mac.update(piece)

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(work, range(400)))
    assert h.digest() == katwise.digest("sha256", piece * 400)
    assert mac.digest() == katwise.poly1305(KEY, piece * 400).digest()


def test_one_xof_read_by_many_threads():
    xof = katwise.shake128(b"x")
    with ThreadPoolExecutor(16) as pool:
        pieces = list(pool.map(lambda _: xof.read(5000), range(100)))
    whole = katwise.digest("shake128", b"x", 500_000)
    assert sorted(pieces) == sorted(whole[i : i + 5000] for i in range(0, 500_000, 5000))


def test_digests_beside_updates_are_those_of_whole_updates():
    h, piece = katwise.sha256(), b"k" * 4096
    known = {katwise.digest("sha256", piece * n) for n in range(301)}
    with ThreadPoolExecutor(4) as pool:
        updates = [pool.submit(h.update, piece) for _ in range(300)]
        digests = [pool.submit(h.digest) for _ in range(300)]
    assert all(u.result() is None for u in updates) and {d.result() for d in digests} <= known


def test_one_end_of_a_mac_for_many_threads():
    mac = katwise.poly1305(KEY)
    mac.update(bytes(5000))

    def end(_):
        try:
            return mac.digest()
        except katwise.StateError:
            return None

    with ThreadPoolExecutor(16) as pool:
        tags = [tag for tag in pool.map(end, range(200)) if tag]
    assert tags == [katwise.poly1305(KEY, bytes(5000)).digest()]


@pytest.mark.parametrize("end", ["digest", "verify", "copy"])
def test_an_end_waits_for_the_update_before_it(end):
    whole = katwise.poly1305(KEY, BIG).digest()
    h = katwise.sha256() if end == "copy" else katwise.poly1305(KEY)
    work = threading.Thread(target=h.update, args=(BIG,))
    work.start()
    with pytest.raises(katwise.StateError):  # the update is at work
        while work.is_alive():
            katwise.use_level(katwise.level())
    match end:
        case "digest":
            assert h.digest() == whole
        case "verify":
            h.verify(whole)
        case "copy":
            assert h.copy().digest() == katwise.digest("sha256", BIG)
    work.join()


def test_data_cannot_be_resized_meanwhile():
    data = bytearray(BIG)
    work = threading.Thread(target=katwise.digest, args=("sha3-256", data))
    work.start()
    refused = 0
    while work.is_alive():
        try:
            data.append(0)
        except BufferError:
            refused += 1
    work.join()
    assert refused > 100
    data.append(0)
