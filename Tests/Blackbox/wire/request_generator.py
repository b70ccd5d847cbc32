"""Connections for a parser: by the grammar of HTTP/1.1, with patterns of known attacks, and with random changes."""

METHODS = [b"GET", b"POST", b"PUT", b"DELETE", b"HEAD", b"PATCH", b"OPTIONS"]
ODD_METHODS = [b"CONNECT", b"get", b"M-SEARCH", b"PRI", b"G" * 64, b"G" * 65, b"", b"G(T", b"GET\t", b"\xc3\x89", b"!#$%&'*+-.^_`|~"]
TARGETS = [b"/", b"/a", b"/a/b?c=d", b"/%2F", b"/a%00b", b"/?", b"/v1/sessions/x/actions", b"/a;b=c", b"//a", b"/?a=/?"]
ODD_TARGETS = [
    b"*", b"http://b/", b"http://b", b"HTTP://b:80?x", b"http://[::1]:8080/c", b"http://u@b/", b"http:///", b"https://a/",
    b"a:443", b"a", b"/%", b"/%4", b"/%zz", b"/#", b"/a?b#c", b"/\xc3\xa9", b"/a\\b", b"/[", b"/\"", b"/a|b", b"?", b"",
    b"/a b", b"/a\tb", b"/\x00", b"/" + b"a" * 22, b"/" + b"a" * 23, b"/" + b"a" * 24, b"http://b:x/", b"http://[::1/",
    b"http://b/%2f?%2F", b"http://B%41/", b"http://b/\x7f"]
ODD_VERSIONS = [
    b"HTTP/1.0", b"HTTP/1.0", b"HTTP/1.2", b"HTTP/1.9", b"HTTP/2.0", b"HTTP/0.9", b"http/1.1", b"HTTP/1.10", b"HTTP/1", b"HTTP/1.",
    b"HTTP/11.1", b"HTTP /1.1", b"HTTP/1 .1", b"", b"HTTP/1.1 ", b" HTTP/1.1", b"HTTP/1.x", b"HTTQ/1.1"]
HOSTS = [b"a", b"a:80", b"127.0.0.1:8080", b"[::1]", b"a.b-c_d", b"a%20b", b"a:"]
ODD_HOSTS = [
    b"", b":80", b"u@a", b"a/b", b"a b", b"a,b", b"a:b", b"a:80:80", b"[::1", b"[::1]x", b"[:::]", b"[1:2:3:4:5:6:7:8]", b"[1::8:9]",
    b"[::ffff:1.2.3.4]", b"[::1.2.3.256]", b"[::01.2.3.4]", b"[v1.a]", b"[v.a]", b"[fe80::1%25a]", b"[1:2:3:4:5:6:7::]", b"a?", b"a#",
    b"%", b"\xc3\xa9", b"a\\b", b"[1:2:3:4:5:6:1.2.3.4]", b"[12345::]", b"[::g]", b"::1", b"a, a", b"1.2.3.999"]
NAMES = [b"X", b"Accept", b"User-Agent", b"X-Y_z", b"Cookie", b"If-Match", b"Content-Type"]
ODD_NAMES = [b"X ", b" X", b"", b"X\t", b"X Y", b"X(", b"\xc3\xa9", b"X\x00", b"\x0bX", b"Content_Length", b"Transfer-Encoding\x00", b"X\r"]
VALUES = [b"", b"y", b"a b", b"a, b", b"\xc3\xa9", b"a:b", b"\"q\"", b"a\tb", b"close"]
ODD_VALUES = [b"\x00", b"a\x00b", b"a\rb", b"a\nb", b"\x7f", b"\x1f", b"a\r\n b", b"a\r\n\tb", b"y" * 36, b"y" * 37, b"y" * 38]
LENGTHS = [b"+5", b"-5", b"5 5", b"5, 5", b"5,5", b"0x5", b"05", b"5.0", b"", b"five", b"5\x0b", b"1_0", b"\xd9\xa5", b"99999999999999999999999",
           b"18446744073709551621", b"4294967301", b"00000000000000000000005", b"24", b"25", b"1048576", b"1048577", b"5;", b" 5\t", b"\"5\""]
CODINGS = [b"chunked", b"Chunked", b"CHUNKED", b"gzip, chunked", b"chunked, chunked", b"identity", b"xchunked", b"chunked, identity", b"",
           b",chunked", b"chunked,", b" chunked\t", b"\x0bchunked", b"chunked;a=b", b"\"chunked\"", b"chunk", b"gzip", b"chunked\x00"]
EXPECTATIONS = [b"100-continue", b"100-Continue", b"", b"200-ok", b"100-continue, a", b"100-continue, 100-continue", b"100 continue"]
CONNECTIONS = [b"close", b"keep-alive", b"Close", b"keep-alive, close", b"closed", b"a, ,CLOSE\t", b"Upgrade", b"", b",close", b"close;a"]
EXTENSIONS = [b";a", b";a=b", b" ; a = b", b";a=\"b\"", b";a=\"b;\\\" \t\xc3\xa9\"", b"\t;\ta", b";a=\"\"", b";a;b=c"]
ODD_EXTENSIONS = [b";", b";;a", b";=b", b";a=", b";a b", b" ", b"\t", b";a=\"b", b";a=\"b\"c", b";a=\"\x01\"", b";a\n", b" 5", b"\x00", b"_", b";\xc3\xa9",
                  b";a=\"\\\x01\"", b";a=\"\r\"", b";aaaaaaaaaaaaaaaaa", b";aaaaaaaaaaaaaaaaaa", b";aaaaaaaaaaaaaaaaaaa"]
SIZES = [b"+", b"-", b"0x", b" ", b"0", b"00", b"\t", b"1_", b"\"", b"8000000000000000", b"fffffffffffffff"]
TRAILERS = [b"X: y", b"X:", b"Expires: 0", b"Digest: a=b"]
ODD_TRAILERS = [b"Content-Length: 5", b"Host: b", b"transfer-encoding: chunked", b"X : y", b"X", b" X: y", b"X: \x00", b"Authorization: b", b"TE: x", b"Lease: a"]
# Mutations of a connection.
PIECES = [b"\r\n", b"\r", b"\n", b"\r\n\r\n", b" ", b"\t", b":", b"\x00", b",", b";", b"0", b"\"", b"%", b"\x7f", b"\x80", b"\xff", b"\x0b", b"\x0c",
          b"chunked", b"Host: a\r\n", b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"0\r\n\r\n", b"GET / HTTP/1.1\r\n", b"\r\n ", b"\xc2\xa0"]


class Generator:
    def __init__(self, random):
        self.random, self.chance, self.pick = random, random.random, random.choice
        self.former = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    def odd(self, usual, odd, chance=0.03):
        return self.pick(odd if self.chance() < chance else usual)

    def connection(self):
        """A connection with several messages, some of them changed."""
        data = self.message()
        while self.chance() < 0.35:
            data += self.message()
        if self.chance() < 0.4:
            data = self.changed(data)
        self.former = data
        return data

    def message(self):
        content = bytes([97 + i % 26 for i in range(self.pick([0, 0, 1, 2, 5, 10, 16, 24, 25]))])
        framing, body = self.content(content)
        lines = []
        if self.chance() < 0.98:
            lines.append(b"Host: " + self.odd(HOSTS, ODD_HOSTS))
        while self.chance() < 0.3:
            lines.append(self.odd(NAMES, ODD_NAMES) + self.pick([b": ", b":", b": \t", b":"]) + self.odd(VALUES, ODD_VALUES))
        lines += framing
        if self.chance() < 0.06:
            lines.append(self.pick([b"Expect: ", b"expect:"]) + self.pick(EXPECTATIONS))
        if self.chance() < 0.1:
            lines.append(self.pick([b"Connection: ", b"CONNECTION:"]) + self.pick(CONNECTIONS))
        if self.chance() < 0.02:
            lines.append(self.pick([b"Host: a", b"HOST: b", b"Upgrade: h2c", b"TE: trailers", b"X: y\r\nX: y\r\nX: y"]))
        if self.chance() < 0.06:
            lines += self.filling(sum(len(line) + 2 for line in lines))
        if len(lines) > 1 and self.chance() < 0.3:
            self.random.shuffle(lines)
        preamble = b"\r\n" * self.pick([1, 1, 2, 7, 8, 9]) if self.chance() < 0.05 else b""
        line = b" ".join((
            self.odd(METHODS, ODD_METHODS, 0.03), self.odd(TARGETS, ODD_TARGETS, 0.1),
            self.pick(ODD_VERSIONS) if self.chance() < 0.06 else b"HTTP/1.1"))
        return preamble + b"\r\n".join([line, *lines, b"", b""]) + body

    def content(self, content):
        """Field lines of the framing, and the content."""
        kind = self.chance()
        if kind < 0.35:
            return [], b""
        if kind < 0.6:
            return [self.name(b"Content-Length") + b"%d" % len(content)], content
        if kind < 0.68:
            return [self.name(b"Content-Length") + self.pick(LENGTHS)], content
        coding = [self.name(b"Transfer-Encoding") + (b"chunked" if self.chance() < 0.8 else self.pick(CODINGS))]
        if self.chance() < 0.08:
            coding.append(self.name(b"Content-Length") + b"%d" % len(content))
        if self.chance() < 0.03:
            coding.append(self.name(b"Transfer-Encoding") + self.pick(CODINGS))
        return coding, self.chunks(content)

    def filling(self, used):
        """Field lines near a limit: that of one line, or the rest of the total."""
        rest, lines = self.pick([39, 40, 41, *(limit - used for limit in (118, 119, 120, 121))]), []
        while rest > 42:
            lines.append(b"X:" + b"y" * 38)
            rest -= 42
        return [*lines, b"X:" + b"y" * max(0, rest - 2)]

    def name(self, name):
        return (name if self.chance() < 0.8 else name.lower() if self.chance() < 0.9 else name + self.pick([b" ", b"\t", b"\x00"])) + b": "

    def chunks(self, content):
        if self.chance() < 0.02:
            return self.extended(self.random.randint(9, 11))
        out, at = [], 0
        while at < len(content):
            size = self.random.randint(1, len(content) - at)
            out += [self.size(size), self.extension(), b"\r\n", content[at:at + size], b"\r\n" if self.chance() < 0.98 else self.pick([b"", b"\n", b"\r", b"\r\n\r\n", b"\rX"])]
            at += size
        out += [self.size(0), self.extension(), b"\r\n"]
        if self.chance() < 0.05:
            # The size of a header with a Host of one letter and this framing.
            out += [line + b"\r\n" for line in self.filling(39)]
        while self.chance() < 0.15:
            out += [self.odd(TRAILERS, ODD_TRAILERS, 0.2), b"\r\n"]
        return b"".join(out) + b"\r\n"

    def extended(self, count):
        """Chunks of a byte, whose extensions are near their total limit."""
        lines = [b"1;" + b"a" * 18] * count + [b"0" + b"0" * self.random.randint(14, 17)]
        return b"".join([line + b"\r\nx\r\n" for line in lines[:-1]]) + lines[-1] + b"\r\n" + b"\r\n"

    def size(self, number):
        text = b"%x" % number if self.chance() < 0.7 else b"%X" % number
        return (self.pick(SIZES) if self.chance() < 0.03 else b"") + text

    def extension(self):
        return b"" if self.chance() < 0.85 else self.odd(EXTENSIONS, ODD_EXTENSIONS, 0.2)

    def changed(self, data):
        data = bytearray(data)
        for _ in range(self.pick([1, 1, 1, 2, 3])):
            at, way = self.random.randrange(len(data) + 1), self.chance()
            if way < 0.3:
                data[at:at] = self.pick(PIECES)
            elif way < 0.5:
                del data[at:at + self.pick([1, 1, 2, 3, 8])]
            elif way < 0.65:
                data[at:at + 1] = bytes([self.random.randrange(256)])
            elif way < 0.75:
                data[at:at + 2] = self.pick(PIECES)
            elif way < 0.83:
                data[at:at] = data[max(0, at - self.random.randrange(40)):at]
            elif way < 0.9:
                other = self.random.randrange(len(self.former) + 1)
                data[at:] = self.former[other:]
            elif way < 0.95:
                del data[at:]
            else:
                data = data.replace(*self.pick([(b"\r\n", b"\n"), (b": ", b":"), (b"\r\n\r\n", b"\r\n\n"), (b" HTTP", b"  HTTP"), (b"a", b"\xe1")]), 1)
        return bytes(data)
