"""The checks. A check is a function with a Desk as its argument; it fails by raising."""

import sys

checks = []


def check(sentence):
    """Registers a function under its module and its sentence."""
    module = sys._getframe(1).f_globals["__name__"].removeprefix("ui.")

    def register(function):
        checks.append((module, sentence, function))
        return function

    return register
