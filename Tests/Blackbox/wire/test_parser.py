"""The server's request parser and a second one agree on random connections.

Both report the end of each request, its method, target, fields and content, whether the connection stays open, and
whether the rest is refused. The server's parser, in the program Verdicts, reports it three times, with the bytes
divided differently."""

import os
import random
import shutil
import struct
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
from navstate import ROOT, report
from wire.reference_parser import DEFAULT, SMALL, verdicts
from wire.request_generator import Generator

BATCH = 2000


@pytest.fixture(scope="session")
def program():
    """The program Verdicts: that of NAVSTATE_VERDICTS, or built."""
    if "NAVSTATE_VERDICTS" in os.environ:
        return os.environ["NAVSTATE_VERDICTS"]
    if shutil.which("swift") is None:
        pytest.skip("swift is not on PATH, and NAVSTATE_VERDICTS does not name the program")
    scratch = ROOT / ".build" / "verdicts"
    subprocess.run(
        ["swift", "build", "--package-path", ROOT, "--scratch-path", scratch, "--configuration", "release",
         "--product", "Verdicts"], env={**os.environ, "NAVSTATE_FUZZ": "1"}, check=True)
    return scratch / "release" / "Verdicts"


def send(pipe, batch):
    """Sends connections, and an empty one, after which the program flushes its results."""
    for data, limits in [*batch, (b"", DEFAULT)]:
        pipe.write(struct.pack("<IB", len(data), limits is SMALL) + data)
    pipe.flush()


def receive(pipe):
    return pipe.read(struct.unpack("<I", pipe.read(4))[0])


def test_two_parsers_agree_on_random_connections(program, setting):
    seed, inputs = int(os.environ.get("NAVSTATE_SEED", 1)), setting("PARSER_INPUTS", 20_000, 1_000_000)
    generator, counts, differences = Generator(random.Random(seed)), {"R": 0, "X": 0, "M": 0, "undecided": 0}, []
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([program], **pipes) as process, ThreadPoolExecutor() as pool:
        for start in range(0, inputs, BATCH):
            batch = [(generator.connection() or b"\r\n", SMALL if generator.chance() < 0.4 else DEFAULT)
                     for _ in range(min(BATCH, inputs - start))]
            sent = pool.submit(send, process.stdin, batch)
            for data, limits in batch:
                expected, found = verdicts(data, limits), receive(process.stdout)
                if found not in expected:
                    differences.append((data, limits, found, expected))
                counts["R"] += found.startswith(b"R")
                counts["X"] += found.endswith(b"X")
                counts["M"] += found.endswith(b"M")
                counts["undecided"] += len(expected) > 1
            receive(process.stdout)
            sent.result()
            assert not differences, differences[:5]
    assert process.returncode == 0
    shares = {name: f"{100 * count / inputs:.1f} %" for name, count in counts.items()}
    report("two parsers", seed=seed, inputs=inputs, begin_with_a_request=shares["R"], refused=shares["X"],
           left_open=shares["M"], undecided=shares["undecided"])
