"""A stand-in of a container engine that runs the services of a Compose file.

Each service has its command, environment, user, capabilities, mounts, address, health check and signal to stop, of the file
and of its image, in a root and in namespaces of its own, with the programs of this machine. Not those limits of memory."""

import json
import os
import re
import shutil
import signal
import subprocess
from ipaddress import ip_network
from pathlib import Path

import pytest
import yaml
from navstate import BINARY, eventually
from nodes.cluster import PATH, USER

HERE = Path(__file__).parent
POSTGRES = {
    "entrypoint": ["/image/postgres.sh"], "command": ["postgres"], "stop_signal": "SIGINT",
    "environment": {"PGDATA": "/var/lib/postgresql/data", "LC_ALL": "C.UTF-8"}, "tmpfs": ["/var/run/postgresql:mode=3777"],
    "volumes": [f"{HERE}/images/postgres.sh:/image/postgres.sh"]}
NGINX = {
    "command": ["nginx", "-g", "daemon off;"], "volumes": [f"{HERE}/images/nginx.conf:/etc/nginx/nginx.conf"],
    "tmpfs": ["/tmp"], "stop_signal": "SIGQUIT"}
FOLDERS = {"PATH": f"/image:{PATH}:/usr/sbin:/sbin"}


def built(dockerfile):
    """What the last stage of a Dockerfile says about its containers."""
    found = dict(re.findall(r"^([A-Z]+) +(.*)$", dockerfile.read_text().rpartition("\nFROM ")[2], re.M))
    return {
        "entrypoint": json.loads(found["ENTRYPOINT"]), "command": json.loads(found["CMD"]), "user": found["USER"],
        "environment": dict(pair.split("=") for pair in found["ENV"].split()), "stop_signal": found["STOPSIGNAL"],
        "healthcheck": {"test": ["CMD", *json.loads(found["HEALTHCHECK"].partition("CMD ")[2])]},
        "working_dir": found["WORKDIR"], "volumes": [f"{BINARY}:/image/navstate"]}


class Service:
    def __init__(self, project, name, own, address):
        kind = own.get("image", "").partition(":")[0]
        image = built(project.file.parent / own["build"] / "Dockerfile") if "build" in own else {"postgres": POSTGRES, "nginx": NGINX}[kind]
        self.project, self.name, self.address = project, name, address
        self.spec = {"command": [], **({**image, "command": []} if "entrypoint" in own else image), **own}
        self.mounts = [mount.split(":") for each in (image, own) for mount in each.get("volumes", [])]
        self.tmpfs = [mount.partition(":") for each in (image, own) for mount in each.get("tmpfs", [])]
        self.environment = {**FOLDERS, **image.get("environment", {}), **own.get("environment", {})}
        self.root = project.folder / name
        self.process = self.main = None

    def identity(self):
        """The command that takes the user and the rights of the service, in its folder."""
        user, _, group = self.spec.get("user", "root").partition(":")
        dropped = ["--bounding-set=-all", "--inh-caps=-all"] if self.spec.get("cap_drop") == ["ALL"] else []
        confined = ["--no-new-privs"] if "no-new-privileges:true" in self.spec.get("security_opt", []) else []
        values = [f"{name}={value}" for name, value in self.environment.items()]
        return ["/usr/bin/env", "--ignore-environment", f"--chdir={self.spec.get('working_dir', '/')}", *values, "setpriv",
                f"--reuid={user}", f"--regid={group or user}", "--clear-groups", *dropped, *confined]

    def start(self):
        (self.root / "etc").mkdir(parents=True, exist_ok=True)
        (self.root / "etc/hosts").write_text(self.project.hosts)
        for name in ("passwd", "group", "nsswitch.conf"):
            shutil.copy(f"/etc/{name}", self.root / "etc")
        mounts = [["bind", self.project.place(source), target, *(mode or ["rw"])] for source, target, *mode in self.mounts]
        mounts += [["tmpfs", target, options or "mode=1777"] for target, _, options in self.tmpfs]
        mounts += [["read-only"]] if self.spec.get("read_only") else []
        with open(self.project.folder / f"{self.name}.log", "ab") as log:
            self.process = subprocess.Popen(
                ["unshare", "--mount", "--net", "--pid", "--uts", "--fork", "--kill-child", HERE / "container.sh", self.root,
                 f"{self.address}/24", *sum(mounts, []), "--", *self.identity(), *self.spec.get("entrypoint", []),
                 *self.spec["command"]], stdin=subprocess.PIPE, stdout=log, stderr=log)
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        self.main = int(eventually(children.read_text))
        self.project.on_switch("ip", "link", "add", self.name, "type", "veth", "peer", "name", "eth0", "netns", str(self.main))
        self.project.on_switch("ip", "link", "set", self.name, "master", "bridge", "up")
        self.process.stdin.close()
        # Not before it has its root would a command be run in that.
        eventually(lambda: self.process.poll() is not None or not Path(f"/proc/{self.main}/root").samefile("/"))

    def run(self, *command):
        """Runs a command in the service, as `exec` does; returns the exit status."""
        inside = ["nsenter", f"--target={self.main}", "--mount", "--net", "--pid", "--uts", "--root", *self.identity()]
        return subprocess.run([*inside, *command], stdin=subprocess.DEVNULL, capture_output=True).returncode

    def is_healthy(self):
        assert self.process.poll() is None, self.project.log(self.name)
        kind, *command = self.spec["healthcheck"]["test"]
        assert kind == "CMD"
        return self.run(*command) == 0

    def stop(self):
        """Sends the signal to stop, and waits as long as the file says; returns the exit status."""
        os.kill(self.main, signal.Signals[self.spec.get("stop_signal", "SIGTERM")])
        return self.process.wait(int(self.spec.get("stop_grace_period", "10s").rstrip("s")))

    def close(self):
        if self.process:
            self.process.kill()
            self.process.wait()


class Compose:
    """The services of a Compose file, whose variables are `values`. Each is reached by its name in /etc/hosts."""

    def __init__(self, stack, file, folder, **values):
        tools = ("unshare", "nsenter", "setpriv", "ip", "nginx", "initdb", "curl")
        if missing := [name for name in tools if shutil.which(name, path=f"{PATH}:/usr/sbin") is None]:
            pytest.skip(f"not installed: {', '.join(missing)}")
        if os.geteuid():
            pytest.skip("only root makes namespaces and roots of services")
        self.file, self.folder = file, folder
        content = re.sub(r"\$\{(\w+)(:\?[^}]*)?\}", lambda match: values[match[1]], file.read_text())
        parsed = yaml.safe_load(content)
        self.volumes, (subnet,) = parsed["volumes"], parsed["networks"]["default"]["ipam"]["config"]
        self.gateway, *addresses = map(str, ip_network(subnet["subnet"]).hosts())
        self.services = {name: Service(self, name, own, address) for (name, own), address in zip(parsed["services"].items(), addresses)}
        self.hosts = "127.0.0.1 localhost\n" + "".join(f"{own.address} {name}\n" for name, own in self.services.items())
        stack.callback(shutil.rmtree, folder / "volumes", ignore_errors=True)
        # The namespace of the bridge between the services.
        self.switch = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        stack.callback(self.switch.wait)
        stack.callback(self.switch.kill)
        eventually(lambda: os.readlink(f"/proc/{self.switch.pid}/ns/net") != os.readlink("/proc/self/ns/net"))
        if self.on_switch("ip", "link", "add", "bridge", "type", "bridge").returncode:
            pytest.skip("this kernel has no bridges")
        self.on_switch("ip", "address", "add", f"{self.gateway}/24", "dev", "bridge")
        self.on_switch("ip", "link", "set", "bridge", "up")
        for service in self.services.values():
            stack.callback(service.close)

    def on_switch(self, *command):
        return subprocess.run(["nsenter", f"--target={self.switch.pid}", "--net", *command], capture_output=True, text=True)

    def place(self, source):
        """The file or the volume that a mount names."""
        if source in self.volumes:
            (volume := self.folder / "volumes" / source).mkdir(parents=True, exist_ok=True)
            # The owner of the folder in the image.
            shutil.chown(volume, USER, USER)
            return volume
        return self.file.parent / source

    def log(self, name):
        return (self.folder / f"{name}.log").read_text()

    def up(self):
        """Starts the services in the order of `depends_on`, each when those before it are healthy."""
        waiting = dict(self.services)
        while waiting:
            name = next(name for name, own in waiting.items() if not waiting.keys() & set(own.spec.get("depends_on", [])))
            service = waiting.pop(name)
            needed = service.spec.get("depends_on", [])
            for other in [other for other in needed if isinstance(needed, dict)]:
                assert needed[other] == {"condition": "service_healthy"}
                eventually(self.services[other].is_healthy, 60)
            service.start()

    def ask(self, service, method, path, body=None, **fields):
        """The status and the content of a response of a service, to a request from its published port."""
        options = [option for name, value in fields.items() for option in ("-H", f"{name.replace('_', '-')}: {value}")]
        options += ["--json", json.dumps(body)] if body is not None else []
        port = self.services[service].spec["ports"][0].rpartition(":")[2]
        address = f"http://{self.services[service].address}:{port}{path}"
        output = self.on_switch("curl", "-s", "-m", "20", "-X", method, "-w", "\n%{http_code}", *options, address).stdout
        text, _, status = output.rpartition("\n")
        return int(status or 0), json.loads(text) if text.startswith("{") else text
