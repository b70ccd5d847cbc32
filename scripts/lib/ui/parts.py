"""All modules of checks, in order."""

from . import (  # noqa: F401
    sessions, log, long_log, shipped_apps, stage, timeline, tabs_in_step, state, outputs, compose, graph, tokens,
    keyboard, looks, served, accessibility, connections,
)
