#!/usr/bin/env python3
"""Expressions: the cases of the Common Expression Language's own conformance suite that need no protobuf, bytes or uint.

    python3 cel.py [--cases FILE] [--only PREFIX] -- navstate eval --lines

The command reads {"expr", "bindings"} a line and answers each with {"type", "value"} or {"error"} (docs/expressions.md).
In a case, values are {"int": "5"}, {"double": 1.5}, {"string": …}, {"bool": …}, {"null": null}, {"list": […]}, {"map": [[key, value], …]},
{"timestamp": [seconds, nanoseconds]}, {"duration": [seconds, nanoseconds]}. `error` means that there has to be one; its words are free.
Bindings go out as JSON; a double that is a whole number with ".0". Cases whose bindings JSON cannot say are left out and counted.
Source: google/cel-spec, tests/simple/testdata (Apache-2.0).
"""
import argparse, json, math, pathlib, re, subprocess, sys
from datetime import datetime, timedelta, timezone

class Unsayable(Exception): pass

def plain(value):
    (kind, x), = value.items()
    if kind == "int": return x
    if kind == "double":
        if isinstance(x, str): raise Unsayable
        return repr(float(x))
    if kind in ("string", "bool", "null"): return json.dumps(x)
    if kind == "list": return "[" + ",".join(map(plain, x)) + "]"
    if kind == "map":
        if any("string" not in key for key, _ in x): raise Unsayable
        return "{" + ",".join(plain(key) + ":" + plain(item) for key, item in x) + "}"
    raise Unsayable

def number(text): return {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}.get(text, text)

def key_text(value):
    (kind, x), = value.items()
    return {"int": str, "string": str, "bool": lambda b: "true" if b else "false"}[kind](x)

def inside(expected, got):
    """Inside lists and maps values are plain JSON: a double may be written as an integer there."""
    (kind, x), = expected.items()
    if kind == "int": return (isinstance(got, int) and not isinstance(got, bool) and got == int(x)) or got == x
    if kind == "double":
        got = number(got)
        return isinstance(got, (int, float)) and not isinstance(got, bool) and (got == number(x) or got != got and number(x) != number(x))
    if kind == "list": return isinstance(got, list) and len(got) == len(x) and all(map(inside, x, got))
    if kind == "map": return isinstance(got, dict) and len(got) == len(x) and all(key_text(k) in got and inside(v, got[key_text(k)]) for k, v in x)
    if kind == "timestamp": return instant(got) == x
    if kind == "duration": return span(got) == x
    return type(got) is type(x) and got == x

def instant(text):
    match = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|\+00:00)", text or "")
    if not match: return None
    moment = datetime.fromisoformat(match[1]).replace(tzinfo=timezone.utc) - datetime(1970, 1, 1, tzinfo=timezone.utc)
    return [moment.days * 86400 + moment.seconds, int((match[2] or "0").ljust(9, "0"))]

def span(text):
    match = re.fullmatch(r"(-?)(\d+)(?:\.(\d{1,9}))?s", text or "")
    if not match: return None
    sign = -1 if match[1] else 1
    return [sign * int(match[2]), sign * int((match[3] or "0").ljust(9, "0"))]

def right(case, answer):
    if "error" in case: return "error" in answer
    if "error" in answer: return False
    (kind, x), = case["value"].items()
    if answer.get("type") != kind: return False
    got = answer.get("value")
    if kind == "int": return str(got) == x
    return inside(case["value"], got)

def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cases", default=pathlib.Path(__file__).with_name("cel.json"))
    options.add_argument("--only", default="")
    options.add_argument("command", nargs=argparse.REMAINDER)
    chosen = options.parse_args()
    command = chosen.command[1:] if chosen.command[:1] == ["--"] else chosen.command
    if not command: options.error("which command evaluates?")
    asked, lines, left_out = [], [], 0
    for case in json.load(open(chosen.cases)):
        if not case["name"].startswith(chosen.only): continue
        try: bindings = "{" + ",".join(json.dumps(name) + ":" + plain(value) for name, value in case.get("bindings", {}).items()) + "}"
        except Unsayable: left_out += 1; continue
        asked.append(case)
        lines.append('{"expr":' + json.dumps(case["expr"]) + ',"bindings":' + bindings + "}\n")
    run = subprocess.run(command, input="".join(lines), capture_output=True, text=True, timeout=120)
    answers = run.stdout.splitlines()
    if len(answers) != len(asked):
        print(f"{len(asked)} lines asked, {len(answers)} answered; {run.stderr.strip()[-300:]}")
        return 2
    failed = 0
    for case, line in zip(asked, answers):
        try: answer = json.loads(line)
        except ValueError: answer = {}
        if not right(case, answer):
            failed += 1
            print(f"{case['name']}: {case['expr']!r} {json.dumps(case.get('bindings', {}))}: expected {json.dumps(case.get('value', {'error': case.get('error')}))}, got {line[:200]}")
    if left_out: print(f"left out, since JSON cannot say their bindings: {left_out}")
    print(f"{len(asked) - failed} passed, {failed} failed")
    return 1 if failed else 0

if __name__ == "__main__": sys.exit(main())
