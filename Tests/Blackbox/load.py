"""Load beside a test: threads, and requests to a server that may be killed meanwhile."""

import contextlib
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import httpx
from navstate import expect


def attempt(client, method, path, **options):
    """Returns the response, or None if the server ended before it responded; nginx says 502 then."""
    with contextlib.suppress(httpx.TransportError):
        answer = client.request(method, path, **options)
        return None if answer.status_code == 502 else answer


@contextlib.contextmanager
def in_background(*functions):
    """Runs functions on threads beside the block, and raises their first error at its end, also if the block fails.

    Each takes an event, which is set at the end of the block."""
    stop = Event()
    with ThreadPoolExecutor(len(functions)) as pool:
        futures = [pool.submit(function, stop) for function in functions]
        try:
            yield futures
        finally:
            stop.set()
            for future in futures:
                future.result()


@contextlib.contextmanager
def repeating(*calls):
    """Repeats each call in a thread of its own until the block ends; yields the list of all results."""
    results = []

    def loop(call, stop):
        while not stop.is_set():
            results.append(call())

    with in_background(*(partial(loop, call) for call in calls)):
        yield results


def send_until_answered(client, method, path, **options):
    """Sends a request again until the server answers it: it has to be idempotent."""
    while (answer := attempt(client, method, path, **options)) is None or answer.status_code >= 500:
        time.sleep(0.01)
    return expect(answer, 200, 201)
