"""A shell that runs the commands of a document one after the other, and the server that they use."""

import os
import re
import signal
import subprocess
import threading

from navstate import BINARY, free_port

from docs.markdown import SERVING

END = "--- end of a command, status "


class Shell:
    """A bash in a folder, which is killed if a command takes longer than `seconds`. Without `base` it starts a server.

    Addresses and folders of the documents are replaced by those of this run, and back in the output."""

    def __init__(self, folder, seconds, base=None):
        self.seconds, self.log, port = seconds, folder / ".server.log", free_port()
        self.base, self.has_own_server = base or f"http://127.0.0.1:{port}", base is None
        self.places = {"/var/lib/navstate": folder / "navstate-data", "/etc/navstate": folder / "etc",
                       "/backups": folder / "backups"}
        programs = folder / ".programs"
        for place in [programs, *self.places.values()]:
            place.mkdir(exist_ok=True)
        (programs / "navstate").unlink(missing_ok=True)
        (programs / "navstate").symlink_to(BINARY)
        self.places["http://127.0.0.1:8080"] = self.base
        environment = {"PATH": f"{programs}:{os.environ['PATH']}", "NAVSTATE_PORT": str(port), "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            ["bash"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, **environment}, start_new_session=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Ends all processes that the commands started, by the shell's process group."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def run(self, command, is_strict):
        """Runs a command of a document; returns output and status. `is_strict` stops at the first failing command."""
        for place, real in self.places.items():
            command = re.sub(r"(?<![\w./])" + re.escape(place), str(real), command)
        if not SERVING.match(command):
            printed, status = self._execute(command, is_strict)
        elif self.has_own_server:
            printed, status = self.stop()
            if status == 0:
                printed, status = self._serve(command)
        else:
            return "a server that runs already cannot be replaced", 1
        for place, real in self.places.items():
            printed = printed.replace(str(real), place)
        return printed, status

    def stop(self):
        """Stops the server; returns output and status."""
        return self._execute("[[ -z ${navstate_pid:-} ]] || { kill $navstate_pid; wait $navstate_pid; }")

    def _serve(self, command):
        """Starts a server beside the commands that follow, and waits until it is ready."""
        _, status = self._execute(
            f"(exec {command}) >>'{self.log}' 2>&1 & navstate_pid=$!\n"
            f"until curl --silent --fail {self.base}/readyz || ! kill -0 $navstate_pid; do sleep 0.02; done\n"
            "kill -0 $navstate_pid")
        return self.log.read_text(errors="replace")[-2000:] if status else "", status

    def _execute(self, command, is_strict=False):
        syntax = subprocess.run(["bash", "-n"], input=command, capture_output=True, text=True)
        if syntax.returncode != 0:
            return syntax.stderr, syntax.returncode
        before, after = ("set -e; ", "; set +e") if is_strict else ("", "")
        self.process.stdin.write(f"{before}{{ {command}\n}} </dev/null{after}; printf '\\n{END}%d\\n' $?\n")
        self.process.stdin.flush()
        limit = threading.Timer(self.seconds, os.killpg, [self.process.pid, signal.SIGKILL])
        limit.start()
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(END):
                break
        limit.cancel()
        if lines and lines[-1].startswith(END):
            return "".join(lines[:-1]), int(lines[-1][len(END):])
        return "".join(lines), self.process.wait() or 1

    def has_ended(self):
        return self.process.poll() is not None
