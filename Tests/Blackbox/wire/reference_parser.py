"""A second parser for the bytes of a connection: written from RFC 9112, RFC 9110 and RFC 3986 in regular expressions.

It shares no code and no method with the server's parser: it has the whole connection and parses it message by message.
The limits are the defaults."""

import ipaddress
import re
import struct
from collections import defaultdict, namedtuple

Limits = namedtuple("Limits", "target field section fields chunk_line body method empty_lines")
DEFAULT = Limits(8192, 8192, 32768, 100, 256, 1 << 20, 64, 8)
SMALL = Limits(24, 40, 120, 5, 20, 24, 64, 8)

TOKEN = r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
QUOTED = r'"(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t\x20-\x7e\x80-\xff])*"'
NAME_CHAR = r"[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2}"
PCHAR = rf"{NAME_CHAR}|[:@]"

EMPTY_LINES = re.compile(r"(?:\r\n)*")
REQUEST_LINE = re.compile(rf"({TOKEN}) ([\x21-\x7e]+) HTTP/([0-9])\.([0-9])\r\n")
FIELD_LINE = re.compile(rf"(({TOKEN}):([\t\x20-\x7e\x80-\xff]*))\r\n")
CHUNK_LINE = re.compile(rf"(([0-9A-Fa-f]+)(?:[ \t]*;[ \t]*{TOKEN}(?:[ \t]*=[ \t]*(?:{TOKEN}|{QUOTED}))?)*)\r\n")
# The origin form begins with the path.
TARGET = re.compile(rf"(?:[Hh][Tt][Tt][Pp]://([^/?]*)|(?=/))(/(?:{PCHAR}|/)*)?(?:\?((?:{PCHAR}|[/?])*))?")
AUTHORITY = re.compile(rf"(?:(?:{NAME_CHAR})+|\[(?:([0-9A-Fa-f:.]+)|[Vv][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+)\])(?::[0-9]*)?")

# RFC 9110 §6.5.1, and the fields that the server evaluates.
NOT_IN_TRAILERS = set(
    "authorization cache-control connection content-encoding content-length content-range content-type cookie expect "
    "host idempotency-key if-match if-modified-since if-none-match if-range if-unmodified-since lease max-forwards "
    "pragma proxy-authorization range te trailer transfer-encoding upgrade".split())

# The ends of a connection: after a closing request; refused with any continuation; the bytes end, and are valid so
# far; the bytes end before a decision, and may be invalid already.
CLOSED, REFUSED, WAITING, UNDECIDED = "C", "X", "M", "MX"

Request = namedtuple("Request", "method minor path has_query query host fields content is_open end")


class End(Exception):
    """The end of a connection, before another request."""


def require(condition, end=REFUSED):
    if not condition:
        raise End(end)


def authority(text):
    found = AUTHORITY.fullmatch(text)
    require(found)
    try:
        ipaddress.IPv6Address(found[1] or "::")
    except ValueError:
        raise End(REFUSED)
    return text


class Connection:
    def __init__(self, data, limits):
        self.data, self.at, self.limits = data.decode("latin-1"), 0, limits

    def line(self, pattern):
        """The match of a whole line at this place."""
        if found := pattern.match(self.data, self.at):
            self.at = found.end()
            return found
        require(self.at < len(self.data), WAITING)
        # An incomplete line might still become valid. An early refusal is permitted, but not required.
        raise End(REFUSED if "\n" in self.data[self.at:] else UNDECIDED)

    def take(self, count):
        self.at += count
        require(self.at <= len(self.data), WAITING)
        return self.data[self.at - count:self.at]

    def requests(self):
        """Each request; ends with `End`, or because a request closes the connection."""
        is_open = True
        while is_open:
            start, self.at = self.at, EMPTY_LINES.match(self.data, self.at).end()
            require(self.at - start <= 2 * self.limits.empty_lines)
            request = self.request()
            yield request
            is_open = request.is_open

    def request(self):
        method, uri, major, minor = self.line(REQUEST_LINE).groups()
        require(len(method) <= self.limits.method and len(uri) <= self.limits.target and major == "1")
        host, path, query = self.target(method, uri)
        fields, size = self.fields(self.limits.section, self.limits.fields)
        values, is_old = defaultdict(list), minor == "0"
        for name, value in fields:
            values[name.lower()].append(value)
        hosts = [authority(value) for value in values["host"]]
        require(len(hosts) == 1 or is_old and not hosts)
        require(all(value.lower() in ("", "100-continue") for value in values["expect"]))
        require(len(values["origin"]) <= 1)
        options = [option.strip(" \t").lower() for value in values["connection"] for option in value.split(",")]
        is_open = "close" not in options and (not is_old or "keep-alive" in options)
        content = self.content(values["content-length"], values["transfer-encoding"], is_old, len(fields), size)
        return Request(method, int(not is_old), path, query is not None, query or "", host or (hosts or [""])[0], fields, content, is_open, self.at)

    def target(self, method, text):
        """Authority or None, path, and query or None."""
        if text == "*" and method == "OPTIONS":
            return None, text, None
        found = TARGET.fullmatch(text)
        require(found and method != "CONNECT")
        return None if found[1] is None else authority(found[1]), found[2] or "/", found[3]

    def fields(self, section, count):
        """Names and values up to the empty line, and the bytes of the section."""
        fields, start = [], self.at
        while not self.data.startswith("\r\n", self.at):
            require(self.data[self.at:] not in ("", "\r"), UNDECIDED)
            line = self.line(FIELD_LINE)
            require(len(line[1]) <= self.limits.field and line.end(1) - start <= section and len(fields) < count)
            fields.append((line[2], line[3].strip(" \t")))
        self.at += 2
        return fields, self.at - start

    def content(self, lengths, codings, is_old, count, size):
        if codings:
            require([coding.lower() for coding in codings] == ["chunked"] and not lengths and not is_old)
            return self.chunks(count, size)
        length = (lengths or ["0"])[0]
        require(len(lengths) <= 1 and re.fullmatch("[0-9]+", length) and int(length) <= self.limits.body)
        return self.take(int(length))

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
                require("\r\n".startswith(self.data[self.at:self.at + 2]))
                self.take(2)
        trailers, _ = self.fields(max(0, self.limits.section - size), self.limits.fields - count)
        require(not any(name.lower() in NOT_IN_TRAILERS for name, _ in trailers))
        return content


def encoded(value):
    """Encodes a part of a request like Tests/Fuzzing/Verdict/Verdict.swift."""
    if isinstance(value, int):
        return struct.pack("<I", value)
    content = value.encode("latin-1") if isinstance(value, str) else b"".join(encoded(text) for text in sum(value, ()))
    return encoded(len(value)) + content


def verdicts(data, limits):
    """The accepted results: one, or two if the bytes end before the reference can decide."""
    seen, ends = b"", CLOSED
    try:
        for request in Connection(data, limits).requests():
            seen += b"R" + b"".join(map(encoded, request))
    except End as end:
        ends = end.args[0]
    return [seen + end.encode() for end in ends]
