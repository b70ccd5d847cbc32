"""The sources of the repository, for tests that build them elsewhere."""

import os
import shutil


def files_under(folder):
    """All files except those in hidden folders, such as builds."""
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (os.path.join(place, name) for name in files)


def content(file):
    with open(file, "rb") as f:
        return f.read()


def copy_sources(root, to):
    """Makes `to` equal a fresh clone of the package; unchanged files stay untouched, so that builds are incremental."""
    sources = [os.path.join(root, "Package.swift")]
    for name in ("Sources", "Tests", "migrations"):
        sources += files_under(os.path.join(root, name))
    wanted = {os.path.join(to, os.path.relpath(source, root)): source for source in sources}
    for target, source in wanted.items():
        if not os.path.exists(target) or content(source) != content(target):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(source, target)
    for stale in set(files_under(to)) - wanted.keys():
        os.remove(stale)
