"""All that is checked, in the order in which it is."""

from . import (  # noqa: F401
    sessions, log, long_log, shipped_apps, stage, timeline, tabs_in_step, state, outputs, compose, graph, tokens,
    keyboard, looks, served, accessibility, connections,
)
