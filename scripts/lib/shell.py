"""A bash that runs command after command, and the server that they use."""

import os
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request

END = "--- end of a command, status "


class Shell:
    """A bash that is killed if a command takes longer than `seconds`."""

    def __init__(self, folder, environment, seconds):
        self.seconds = seconds
        self.process = subprocess.Popen(["bash"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, env={**os.environ, **environment},
                                        start_new_session=True)

    def run(self, command, strict=False):
        """Runs a command; returns output and status. strict: stops at the first failing command."""
        whole = subprocess.run(["bash", "-n"], input=command, capture_output=True, text=True)
        if whole.returncode != 0:
            return whole.stderr, whole.returncode
        before, after = ("set -e; ", "; set +e") if strict else ("", "")
        self.process.stdin.write(f"{before}{{ {command}\n}} </dev/null{after}; printf '\\n{END}%d\\n' $?\n")
        self.process.stdin.flush()
        limit = threading.Timer(self.seconds, self.close)
        limit.start()
        try:
            return self._read()
        finally:
            limit.cancel()

    def _read(self):
        printed = []
        for line in self.process.stdout:
            if line.startswith(END):
                return "".join(printed), int(line[len(END):])
            printed.append(line)
        return "".join(printed), self.process.wait() or 1

    def serve(self, command, base, log, seconds=30):
        """Starts a server beside the commands that follow, and waits until it is ready."""
        self.run(f"(exec {command}) >>'{log}' 2>&1 & navstate_pid=$!")
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.run("kill -0 $navstate_pid")[1] == 0:
            try:
                with urllib.request.urlopen(base + "/readyz", timeout=2):
                    return "", 0
            except (OSError, urllib.error.URLError):
                time.sleep(0.02)
        return read(log)[-2000:], 1

    def stop_serving(self):
        """Stops the server; returns how it ended."""
        return self.run("[[ -z ${navstate_pid:-} ]] || { kill $navstate_pid; wait $navstate_pid; }")

    @property
    def has_ended(self):
        return self.process.poll() is not None

    def close(self):
        """Ends all processes that the commands started, by the shell's process group."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


def read(file):
    with open(file, errors="replace", encoding="utf-8") as f:
        return f.read()
