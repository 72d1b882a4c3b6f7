# SPDX-License-Identifier: MIT
"""Messages on both sides of the sizes where counters of 32 bits wrap. The answers are OpenSSL's."""

import mmap
import os
import subprocess
import sys
from pathlib import Path

import katwise
import pytest


@pytest.mark.parametrize(
    "name, size, expected",
    [
        ("sha256", None, "9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767"),
        (
            "sha512",
            None,
            "df68d060d2adafc2c4794407118f8116d000715233b2550302115556380d1d5b"
            "018ebce1c7fa412a8bc5e01e097b33db64d1e9117b3f7bdd8925f09b6594590a",
        ),
        ("shake128", 32, "9c6129fd1f5360a65ac1d6d3aceaa9b189ad2b770e2772ba5de01e43dd8e3f1a"),
    ],
)
def test_half_a_gibibyte_in_pieces(name, size, expected):
    h, piece = katwise.new(name), bytes(1 << 20)
    for _ in range(1 << 9):
        h.update(piece)
    assert h.hexdigest(size) == expected


@pytest.mark.parametrize(
    "size, expected",
    [
        (2**31 + 1, "b8030a8ab89280935633d8d991da3d9907c0f12e8b6fc3bfc515f4d440872b6e"),
        (2**32 + 1, "fbb82f7b353676bb562eb82157fcf0ea42c36492ca13ee56dbf82c08b6802c5c"),
    ],
)
def test_beyond_32_bits_at_once(size, expected):
    # private and never written to: the pages are all the kernel's one page of zeros
    with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as zeros:
        assert katwise.digest("sha256", zeros).hex() == expected


def test_a_signature_of_more_than_4_gib(tmp_path):
    """Signed at once, of pages that are all one; verified by the command, piece by piece."""
    size, key = 2**32 + 1, katwise.slh_dsa_sha2_128f.from_seed(bytes(48))
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    with mmap.mmap(-1, size, flags=flags, prot=mmap.PROT_READ) as zeros:  # not copied
        (tmp_path / "sig").write_bytes(key.sign(zeros))
    (tmp_path / "pub.pem").write_bytes(key.public_key().to_pem())
    verify = Path(sys.executable).with_name("katwise"), "verify", "--key", "pub.pem"
    for length, code in ((size, 0), (size - 2**32, 1)):
        (tmp_path / "zeros").touch()
        os.truncate(tmp_path / "zeros", length)  # sparse: no block of it is on the disk
        command = [*verify, "--signature", "sig", "zeros"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=600)
        assert done.returncode == code, done
