"""The checks there are. A check is a function that is given a Desk; it fails by raising."""

import sys

checks = []


def check(sentence):
    """Registers a function under its module and what it shows to be so."""
    module = sys._getframe(1).f_globals["__name__"].removeprefix("ui.")

    def register(function):
        checks.append((module, sentence, function))
        return function

    return register
