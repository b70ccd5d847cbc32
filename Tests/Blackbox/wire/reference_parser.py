"""A second parser for the bytes of a connection: written from RFC 9112, RFC 9110 and RFC 3986 in regular expressions.

It shares no code and no method with the server's parser: it has the whole connection and parses it message by message.
The limits are those of the contract."""

import ipaddress
import itertools
import re
import struct
from typing import NamedTuple


class Limits(NamedTuple):
    target: int = 8192
    field: int = 8192
    section: int = 32768
    fields: int = 100
    chunk_line: int = 256
    body: int = 1 << 20
    method: int = 64
    empty_lines: int = 8


DEFAULT = Limits()
SMALL = Limits(target=24, field=40, section=120, fields=5, chunk_line=20, body=24)

TOKEN = r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
QUOTED = r'"(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t\x20-\x7e\x80-\xff])*"'
PCHAR = r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})"
TARGET = rf"(?:\?((?:{PCHAR}|[/?])*))?"
PATH = rf"/(?:{PCHAR}|/)*"
REG_NAME = r"(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})+"

EMPTY_LINES = re.compile(r"(?:\r\n)*")
REQUEST_LINE = re.compile(rf"({TOKEN}) ([\x21-\x7e]+) HTTP/([0-9])\.([0-9])\r\n")
FIELD_LINE = re.compile(rf"(({TOKEN}):([\t\x20-\x7e\x80-\xff]*))\r\n")
CHUNK_LINE = re.compile(
    rf"(([0-9A-Fa-f]+)(?:[ \t]*;[ \t]*{TOKEN}(?:[ \t]*=[ \t]*(?:{TOKEN}|{QUOTED}))?)*)\r\n")
ORIGIN_FORM = re.compile(rf"({PATH}){TARGET}")
ABSOLUTE_FORM = re.compile(rf"[Hh][Tt][Tt][Pp]://([^/?]*)(?:({PATH}))?{TARGET}")
AUTHORITY = re.compile(
    rf"(?:{REG_NAME}|\[(?:([0-9A-Fa-f:.]+)|[Vv][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+)\])(?::[0-9]*)?")
DIGITS = re.compile(r"[0-9]+")

# RFC 9110 §6.5.1, and the fields that the server evaluates.
NOT_IN_TRAILERS = set(
    "authorization cache-control connection content-encoding content-length content-range content-type cookie expect "
    "host idempotency-key if-match if-modified-since if-none-match if-range if-unmodified-since lease max-forwards "
    "pragma proxy-authorization range te trailer transfer-encoding upgrade".split())

# The ends of a connection: after a closing request; refused with any continuation; the bytes end, and are valid so
# far; the bytes end before a decision, and may be invalid already.
CLOSED, REFUSED, WAITING, UNDECIDED = "C", "X", "M", "MX"


class End(Exception):
    """The end of a connection, before another request."""


def require(condition):
    if not condition:
        raise End(REFUSED)


def authority(text):
    found = AUTHORITY.fullmatch(text)
    require(found)
    require(found[1] is None or is_ipv6(found[1]))
    return text


def is_ipv6(text):
    try:
        return ipaddress.IPv6Address(text) is not None
    except ValueError:
        return False


def target(method, text):
    """Path, query or None, and authority or None."""
    require(method != "CONNECT")
    if text == "*" and method == "OPTIONS":
        return text, None, None
    if found := ORIGIN_FORM.fullmatch(text):
        return found[1], found[2], None
    found = ABSOLUTE_FORM.fullmatch(text)
    require(found)
    return found[2] or "/", found[3], authority(found[1])


class Request(NamedTuple):
    method: str
    minor: int
    path: str
    query: str | None
    host: str
    fields: list
    content: str
    is_open: bool
    end: int

    def encoded(self):
        """Encodes like Tests/Fuzzing/Verdicts/Verdict.swift."""
        return b"R" + b"".join(map(encoded, (
            self.method, self.minor, self.path, self.query is not None, self.query or "", self.host, len(self.fields),
            *itertools.chain(*self.fields), self.content, self.is_open, self.end)))


def encoded(value):
    """A number, or a text after its length."""
    number, text = (value, "") if isinstance(value, int) else (len(value), value)
    return struct.pack("<I", number) + text.encode("latin-1")


class Connection:
    def __init__(self, data, limits):
        self.data, self.at, self.limits = data.decode("latin-1"), 0, limits

    def line(self, pattern):
        """The match of a whole line at this place."""
        if found := pattern.match(self.data, self.at):
            self.at = found.end()
            return found
        if self.at == len(self.data):
            raise End(WAITING)
        # An incomplete line might still become valid. An early refusal is permitted, but not required.
        raise End(REFUSED if "\n" in self.data[self.at:] else UNDECIDED)

    def requests(self):
        """Each request; ends with `End`, or because a request closes the connection."""
        is_open = True
        while is_open:
            start = EMPTY_LINES.match(self.data, self.at).end()
            require(start - self.at <= 2 * self.limits.empty_lines)
            self.at = start
            request = self.request()
            yield request
            is_open = request.is_open

    def request(self):
        limits = self.limits
        method, uri, major, minor = self.line(REQUEST_LINE).groups()
        require(len(method) <= limits.method and len(uri) <= limits.target and major == "1")
        path, query, host = target(method, uri)
        fields, size = self.fields(limits.section, limits.fields)
        values, is_old = {}, minor == "0"
        for name, value in fields:
            values.setdefault(name.lower(), []).append(value)
        hosts = [authority(value) for value in values.get("host", [])]
        require(len(hosts) == 1 or is_old and not hosts)
        require(all(value.lower() in ("", "100-continue") for value in values.get("expect", [])))
        require(len(values.get("origin", [])) <= 1)
        options = [option.strip(" \t").lower() for value in values.get("connection", []) for option in value.split(",")]
        content = self.content(values, is_old, len(fields), size)
        return Request(
            method, int(not is_old), path, query, host or (hosts or [""])[0], fields, content,
            "close" not in options and (not is_old or "keep-alive" in options), self.at)

    def fields(self, section, count):
        """Names and values up to the empty line, and the bytes of the section."""
        fields, start, data = [], self.at, self.data
        while data[self.at:self.at + 2] != "\r\n":
            if data[self.at:] in ("", "\r"):
                raise End(UNDECIDED)
            begin, line = self.at, self.line(FIELD_LINE)
            end = begin + len(line[1])
            require(end - begin <= self.limits.field and end - start <= section and len(fields) < count)
            fields.append((line[2], line[3].strip(" \t")))
        self.at += 2
        return fields, self.at - start

    def content(self, values, is_old, count, size):
        lengths, codings = values.get("content-length", []), values.get("transfer-encoding", [])
        if codings:
            require([coding.lower() for coding in codings] == ["chunked"] and not lengths and not is_old)
            return self.chunks(count, size)
        if not lengths:
            return ""
        require(len(lengths) == 1 and DIGITS.fullmatch(lengths[0]) and int(lengths[0]) <= self.limits.body)
        return self.take(int(lengths[0]))

    def take(self, count):
        content = self.data[self.at:self.at + count]
        if len(content) < count:
            raise End(WAITING)
        self.at += count
        return content

    def chunks(self, count, size):
        content, extensions, length = "", 0, None
        while length != 0:
            line = self.line(CHUNK_LINE)
            length = int(line[2], 16)
            extensions += max(0, len(line[1]) - 16)
            require(len(line[1]) <= self.limits.chunk_line and extensions <= self.limits.field)
            require(length <= self.limits.body - len(content))
            content += self.take(length)
            if length > 0:
                end = self.data[self.at:self.at + 2]
                if end in ("", "\r"):
                    raise End(WAITING)
                require(end == "\r\n")
                self.at += 2
        trailers, _ = self.fields(max(0, self.limits.section - size), self.limits.fields - count)
        require(not any(name.lower() in NOT_IN_TRAILERS for name, _ in trailers))
        return content


def verdicts(data, limits):
    """The accepted results: one, or two if the bytes end before the reference can decide."""
    seen, ends = b"", CLOSED
    try:
        for request in Connection(data, limits).requests():
            seen += request.encoded()
    except End as end:
        ends = end.args[0]
    return [seen + end.encode() for end in ends]
