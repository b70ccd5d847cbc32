"""Prints the manual page navstate(1), made from the help texts: manual.py PROGRAM DATE."""

import re
import subprocess
import sys

program, date = sys.argv[1:]


def help_of(*command):
    return subprocess.run([program, "help", *command], check=True, capture_output=True, text=True).stdout.rstrip("\n")


def roff(text):
    """The text with the characters escaped that roff would interpret."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^(?=[.'])", "\\&", escaped)


def section(title, text):
    return f".SH {title}\n.nf\n{roff(text)}\n.fi"


commands = re.findall(r"(?m)^  navstate (\w+)", help_of())
version = subprocess.run([program, "version"], check=True, capture_output=True, text=True).stdout.split()[1]
print(f""".TH NAVSTATE 1 "{date}" "navstate {version}"
.SH NAME
navstate \\- server for the navigation state of apps
.SH SYNOPSIS
.B navstate
.I COMMAND
[\\fIOPTIONS\\fR]""")
print(section("COMMANDS", help_of()))
for command in commands:
    if command != "help":
        print(section(command.upper(), help_of(command)))
print(""".SH FILES
.TP
.I /etc/default/navstate
options of the service, as environment variables
.TP
.I /etc/navstate/admin\\-token
the admin token
.TP
.I /var/lib/navstate
the data folder
.TP
.I /usr/share/doc/navstate
the documents, and examples of apps and configurations""")
