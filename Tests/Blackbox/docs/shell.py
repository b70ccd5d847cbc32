"""A shell that runs the commands of a document one after the other, and the server that they use."""

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from shlex import quote

from navstate import BINARY, new_port

from docs.document import SERVING

END = "--- end of a command, status "
STOP = "stop_server"
SERVER = Path(__file__).with_name("server.sh").read_text()


def run_all(commands, folder, seconds, base):
    """Runs commands in a folder, and kills what they started; returns the output and the status of each.

    The first failure of a strict command ends them. Addresses and folders of the documents are replaced by those of
    this run, and back in the output. `base` is the server's address, if one runs already."""
    port, programs, output = new_port(), folder / ".programs", folder / ".output"
    places = {"/var/lib/navstate": folder / "navstate-data", "/etc/navstate": folder / "etc", "/backups": folder / "backups"}
    for place in [programs, *places.values()]:
        place.mkdir(exist_ok=True)
    (programs / "navstate").unlink(missing_ok=True)
    (programs / "navstate").symlink_to(BINARY)
    places["http://127.0.0.1:8080"] = base = base or f"http://127.0.0.1:{port}"
    script = SERVER
    for command, is_strict in commands:
        for place, real in places.items():
            command = re.sub(r"(?<![\w./])" + re.escape(place), str(real), command)
        command = SERVING.sub(r"start_server \1", command)
        script += f"set {'-e' if is_strict else '+e'}\neval {quote(command)} </dev/null\nprintf '\\n{END}%d\\n' $?\n"
    path = f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {"PATH": path, "NAVSTATE_PORT": str(port), "LC_ALL": "C.UTF-8", "BASE": base, "SERVER_LOG": str(folder / ".server.log")}
    with output.open("w") as file, subprocess.Popen(
            ["bash", "-s"], cwd=folder, stdin=subprocess.PIPE, stdout=file, stderr=file, text=True,
            env={**os.environ, **environment}, start_new_session=True) as shell:
        with contextlib.suppress(subprocess.TimeoutExpired, ProcessLookupError):
            try:
                shell.communicate(script, seconds)
            finally:
                os.killpg(shell.pid, signal.SIGKILL)
    printed = output.read_text(errors="replace")
    for place, real in places.items():
        printed = printed.replace(str(real), place)
    *parts, rest = re.split(rf"\n{END}(\d+)\n", printed)
    return [*zip(parts[::2], map(int, parts[1::2])), (rest, 1)][:len(commands)]
