"""A second parser for the bytes of a connection: written from RFC 9112, RFC 9110 and RFC 3986 in regular expressions.

It shares no code and no method with the server's parser: it has the whole connection and parses it message by
message. scripts/check-parser compares the two. The limits are those of the contract."""

import ipaddress
import re
import struct
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
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

TOKEN = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
QUOTED = rb'"(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t\x20-\x7e\x80-\xff])*"'
ENCODED = rb"%[0-9A-Fa-f]{2}"
PCHAR = rb"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|" + ENCODED + rb")"
PATH = rb"/(?:" + PCHAR + rb"|/)*"
QUERY = rb"(?:" + PCHAR + rb"|[/?])*"
REG_NAME = rb"(?:[A-Za-z0-9\-._~!$&'()*+,;=]|" + ENCODED + rb")+"

EMPTY_LINES = re.compile(rb"(?:\r\n)*")
REQUEST_LINE = re.compile(rb"(" + TOKEN + rb") ([\x21-\x7e]+) HTTP/([0-9])\.([0-9])\r\n")
FIELD_LINE = re.compile(rb"((" + TOKEN + rb"):([\t\x20-\x7e\x80-\xff]*))\r\n")
CHUNK_LINE = re.compile(
    rb"(([0-9A-Fa-f]+)(?:[ \t]*;[ \t]*" + TOKEN + rb"(?:[ \t]*=[ \t]*(?:" + TOKEN + rb"|" + QUOTED + rb"))?)*)\r\n")
ORIGIN_FORM = re.compile(rb"(" + PATH + rb")(?:\?(" + QUERY + rb"))?")
ABSOLUTE_FORM = re.compile(rb"[Hh][Tt][Tt][Pp]://([^/?]*)(?:(" + PATH + rb"))?(?:\?(" + QUERY + rb"))?")
AUTHORITY = re.compile(rb"(?:" + REG_NAME + rb"|\[(?:([0-9A-Fa-f:.]+)|[Vv][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+)\])(?::[0-9]*)?")
DIGITS = re.compile(rb"[0-9]+")

# RFC 9110 §6.5.1, and the fields that the server evaluates.
NOT_IN_TRAILERS = {
    b"authorization", b"cache-control", b"connection", b"content-encoding", b"content-length", b"content-range",
    b"content-type", b"cookie", b"expect", b"host", b"idempotency-key", b"if-match", b"if-modified-since",
    b"if-none-match", b"if-range", b"if-unmodified-since", b"lease", b"max-forwards", b"pragma",
    b"proxy-authorization", b"range", b"te", b"trailer", b"transfer-encoding", b"upgrade"}


class Refused(Exception):
    """Invalid with any continuation."""


class Incomplete(Exception):
    """The bytes end before a decision; they may be invalid already."""


class Waiting(Incomplete):
    """The bytes end, and are valid so far."""


def authority(text):
    found = AUTHORITY.fullmatch(text)
    if not found:
        raise Refused("authority")
    if found[1] is not None:
        try:
            ipaddress.IPv6Address(found[1].decode())
        except ValueError:
            raise Refused("IPv6 address") from None
    return text


def target(method, text):
    """Path, query or None, and authority or None."""
    if method == b"CONNECT":
        raise Refused("CONNECT")
    if text == b"*" and method == b"OPTIONS":
        return text, None, None
    found = ORIGIN_FORM.fullmatch(text)
    if found:
        return found[1], found[2], None
    found = ABSOLUTE_FORM.fullmatch(text)
    if not found:
        raise Refused("target")
    return found[2] or b"/", found[3], authority(found[1])


class Connection:
    def __init__(self, data, limits):
        self.data, self.at, self.limits = data, 0, limits

    def line(self, pattern):
        """The match of a whole line at this place."""
        found = pattern.match(self.data, self.at)
        if found:
            self.at = found.end()
            return found
        if self.at == len(self.data):
            raise Waiting()
        # An incomplete line might still become valid. An early refusal is permitted, but not required.
        raise Refused("line") if self.data.find(b"\n", self.at) >= 0 else Incomplete()

    def requests(self):
        """Each request as a tuple; ends with Refused or Incomplete, or because a request closes."""
        while True:
            start = EMPTY_LINES.match(self.data, self.at).end()
            if start - self.at > 2 * self.limits.empty_lines:
                raise Refused("empty lines")
            self.at = start
            request = self.request()
            yield request
            if not request[7]:
                return

    def request(self):
        limits = self.limits
        line = self.line(REQUEST_LINE)
        method, uri, major, minor = line.groups()
        if len(method) > limits.method or len(uri) > limits.target or major != b"1":
            raise Refused("request line")
        path, query, host = target(method, uri)
        fields, size = self.fields(limits.section, limits.fields)
        values = {}
        for name, value in fields:
            values.setdefault(name.lower(), []).append(value)
        hosts = [authority(value) for value in values.get(b"host", [])]
        if len(hosts) > 1 or not hosts and minor != b"0":
            raise Refused("Host")
        if any(value and value.lower() != b"100-continue" for value in values.get(b"expect", [])):
            raise Refused("Expect")
        if len(values.get(b"origin", [])) > 1:
            raise Refused("Origin")
        options = {option.strip(b" \t").lower() for value in values.get(b"connection", []) for option in value.split(b",")}
        is_open = b"close" not in options and (minor != b"0" or b"keep-alive" in options)
        content = self.content(values, minor, len(fields), size)
        return (method, 0 if minor == b"0" else 1, path, query, host or (hosts or [b""])[0], fields, content, is_open,
                self.at)

    def fields(self, section, count):
        """Names and values up to the empty line, and the bytes of the section."""
        fields, start, data = [], self.at, self.data
        while data[self.at:self.at + 2] != b"\r\n":
            if data[self.at:] in (b"", b"\r"):
                raise Incomplete()
            begin, line = self.at, self.line(FIELD_LINE)
            if len(line[1]) > self.limits.field or begin + len(line[1]) - start > section or len(fields) == count:
                raise Refused("too long")
            fields.append((line[2], line[3].strip(b" \t")))
        self.at += 2
        return fields, self.at - start

    def content(self, values, minor, count, size):
        lengths, codings = values.get(b"content-length", []), values.get(b"transfer-encoding", [])
        if codings:
            if lengths or len(codings) > 1 or codings[0].lower() != b"chunked" or minor == b"0":
                raise Refused("Transfer-Encoding")
            return self.chunks(count, size)
        if not lengths:
            return b""
        if len(lengths) > 1 or not DIGITS.fullmatch(lengths[0]) or int(lengths[0]) > self.limits.body:
            raise Refused("Content-Length")
        return self.take(int(lengths[0]))

    def take(self, count):
        content = self.data[self.at:self.at + count]
        if len(content) < count:
            raise Waiting()
        self.at += count
        return content

    def chunks(self, count, size):
        content, extensions = b"", 0
        while True:
            line = self.line(CHUNK_LINE)
            length = int(line[2], 16)
            extensions += max(0, len(line[1]) - 16)
            if len(line[1]) > self.limits.chunk_line or extensions > self.limits.field:
                raise Refused("chunk line")
            if length > self.limits.body - len(content):
                raise Refused("too long")
            if length == 0:
                break
            content += self.take(length)
            end = self.data[self.at:self.at + 2]
            if end != b"\r\n":
                raise Waiting() if end in (b"", b"\r") else Refused("end of a chunk")
            self.at += 2
        trailers, _ = self.fields(max(0, self.limits.section - size), self.limits.fields - count)
        if any(name.lower() in NOT_IN_TRAILERS for name, _ in trailers):
            raise Refused("trailer")
        return content


NUMBER = struct.Struct("<I").pack


def text(value):
    return NUMBER(len(value)) + value


def encoded(request):
    """Encodes like Tests/Fuzzing/Verdicts/Verdict.swift."""
    method, minor, path, query, host, fields, content, is_open, end = request
    pairs = b"".join([text(name) + text(value) for name, value in fields])
    return b"".join((
        b"R", text(method), NUMBER(minor), text(path), NUMBER(query is not None), text(query or b""), text(host),
        NUMBER(len(fields)), pairs, text(content), NUMBER(is_open), NUMBER(end)))


def verdicts(data, limits):
    """The accepted results: one, or two if the bytes end before the reference can decide."""
    seen = []
    try:
        for request in Connection(data, limits).requests():
            seen.append(encoded(request))
        return [b"".join(seen) + b"C"]
    except Refused:
        return [b"".join(seen) + b"X"]
    except Waiting:
        return [b"".join(seen) + b"M"]
    except Incomplete:
        return [b"".join(seen) + b"M", b"".join(seen) + b"X"]
