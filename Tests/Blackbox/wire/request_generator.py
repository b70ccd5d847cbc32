"""Connections for a parser: by the grammar of HTTP/1.1, with patterns of known attacks, and with random changes."""


def words(text, *others):
    """The words of a text, which are never empty, and other values."""
    return [*text.split(), *others]


METHODS = words(b"GET POST PUT DELETE HEAD PATCH OPTIONS")
ODD_METHODS = words(b"CONNECT get M-SEARCH PRI G(T \xc3\x89 !#$%&'*+-.^_`|~", b"G" * 64, b"G" * 65, b"", b"GET\t")
TARGETS = words(b"/ /a /a/b?c=d /%2F /a%00b /? /v1/sessions/x/actions /a;b=c //a /?a=/?")
ODD_TARGETS = words(
    b"* http://b/ http://b HTTP://b:80?x http://[::1]:8080/c http://u@b/ http:/// https://a/ a:443 a /% /%4 /%zz /# "
    b"/a?b#c /\xc3\xa9 /a\\b /[ /\" /a|b ? http://b:x/ http://[::1/ http://b/%2f?%2F http://B%41/ http://b/\x7f",
    b"", b"/a b", b"/a\tb", b"/\x00", *(b"/" + b"a" * count for count in (22, 23, 24)))
ODD_VERSIONS = words(
    b"HTTP/1.0 HTTP/1.0 HTTP/1.2 HTTP/1.9 HTTP/2.0 HTTP/0.9 http/1.1 HTTP/1.10 HTTP/1 HTTP/1. HTTP/11.1 HTTP/1.x "
    b"HTTQ/1.1", b"HTTP /1.1", b"HTTP/1 .1", b"", b"HTTP/1.1 ", b" HTTP/1.1")
HOSTS = words(b"a a:80 127.0.0.1:8080 [::1] a.b-c_d a%20b a:")
ODD_HOSTS = words(
    b":80 u@a a/b a,b a:b a:80:80 [::1 [::1]x [:::] [1:2:3:4:5:6:7:8] [1::8:9] [::ffff:1.2.3.4] [::1.2.3.256] "
    b"[::01.2.3.4] [v1.a] [v.a] [fe80::1%25a] [1:2:3:4:5:6:7::] a? a# % \xc3\xa9 a\\b [1:2:3:4:5:6:1.2.3.4] [12345::] "
    b"[::g] ::1 1.2.3.999", b"", b"a b", b"a, a")
NAMES = words(b"X Accept User-Agent X-Y_z Cookie If-Match Content-Type")
ODD_NAMES = words(b"X( \xc3\xa9 Content_Length X\x00 Transfer-Encoding\x00", b"X ", b" X", b"", b"X\t", b"X Y", b"\x0bX", b"X\r")
VALUES = words(b"y a:b \"q\" close \xc3\xa9", b"", b"a b", b"a, b", b"a\tb")
ODD_VALUES = words(b"\x00 a\x00b \x7f \x1f", b"a\rb", b"a\nb", b"a\r\n b", b"a\r\n\tb", *(b"y" * count for count in (36, 37, 38)))
LENGTHS = words(
    b"+5 -5 5,5 0x5 05 5.0 five 1_0 \xd9\xa5 99999999999999999999999 18446744073709551621 4294967301 "
    b"00000000000000000000005 24 25 1048576 1048577 5; \"5\"", b"5 5", b"5, 5", b"", b"5\x0b", b" 5\t")
CODINGS = words(
    b"chunked Chunked CHUNKED identity xchunked ,chunked chunked, chunked;a=b \"chunked\" chunk gzip chunked\x00",
    b"gzip, chunked", b"chunked, chunked", b"chunked, identity", b"", b" chunked\t", b"\x0bchunked")
EXPECTATIONS = words(b"100-continue 100-Continue 200-ok", b"", b"100-continue, a", b"100-continue, 100-continue", b"100 continue")
CONNECTIONS = words(b"close keep-alive Close closed Upgrade ,close close;a", b"keep-alive, close", b"a, ,CLOSE\t", b"")
EXTENSIONS = words(b";a ;a=b ;a=\"b\" ;a=\"\" ;a;b=c", b" ; a = b", b";a=\"b;\\\" \t\xc3\xa9\"", b"\t;\ta")
ODD_EXTENSIONS = words(
    b"; ;;a ;=b ;a= ;a=\"b ;a=\"b\"c ;a=\"\x01\" \x00 _ ;\xc3\xa9 ;a=\"\\\x01\"", b";a b", b" ", b"\t", b";a\n", b" 5",
    b";a=\"\r\"", *(b";" + b"a" * count for count in (17, 18, 19)))
SIZES = words(b"+ - 0x 0 00 1_ \" 8000000000000000 fffffffffffffff", b" ", b"\t")
TRAILERS = words(b"X:y X: Expires:0", b"Digest: a=b")
ODD_TRAILERS = words(b"Content-Length:5 Host:b transfer-encoding:chunked X X:\x00 Authorization:b TE:x Lease:a", b"X : y", b" X: y")
OTHER_FIELDS = words(b"Host:a HOST:b Upgrade:h2c TE:trailers", b"X: y\r\nX: y\r\nX: y")
# Mutations of a connection.
PIECES = words(
    b": \x00 , ; 0 \" % \x7f \x80 \xff chunked \xc2\xa0", b"\r\n", b"\r", b"\n", b"\r\n\r\n", b" ", b"\t", b"\x0b",
    b"\x0c", b"Host: a\r\n", b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n", b"0\r\n\r\n",
    b"GET / HTTP/1.1\r\n", b"\r\n ")
REPLACEMENTS = [(b"\r\n", b"\n"), (b": ", b":"), (b"\r\n\r\n", b"\r\n\n"), (b" HTTP", b"  HTTP"), (b"a", b"\xe1")]


class Generator:
    def __init__(self, random):
        self.random, self.chance, self.pick = random, random.random, random.choice
        self.former = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    def odd(self, usual, odd, chance=0.03):
        return self.pick(odd if self.chance() < chance else usual)

    def repeat(self, chance, make):
        """No value, or some: another one with a chance."""
        values = []
        while self.chance() < chance:
            values.append(make())
        return values

    def connection(self):
        """A connection with several messages, some of them changed."""
        data = b"".join([self.message(), *self.repeat(0.35, self.message)])
        self.former = self.changed(data) if self.chance() < 0.4 else data
        return self.former

    def message(self):
        content = bytes(97 + i % 26 for i in range(self.pick([0, 0, 1, 2, 5, 10, 16, 24, 25])))
        framing, body = self.content(content)
        lines = [b"Host: " + self.odd(HOSTS, ODD_HOSTS)] if self.chance() < 0.98 else []
        lines += [*self.repeat(0.3, self.field), *framing]
        for chance, names, values in (
            (0.06, [b"Expect: ", b"expect:"], EXPECTATIONS), (0.1, [b"Connection: ", b"CONNECTION:"], CONNECTIONS),
            (0.02, [b""], OTHER_FIELDS),
        ):
            lines += [self.pick(names) + self.pick(values)] if self.chance() < chance else []
        if self.chance() < 0.06:
            lines += self.filling(sum(len(line) + 2 for line in lines))
        if self.chance() < 0.3:
            self.random.shuffle(lines)
        preamble = b"\r\n" * self.pick([1, 1, 2, 7, 8, 9]) if self.chance() < 0.05 else b""
        version = self.odd([b"HTTP/1.1"], ODD_VERSIONS, 0.06)
        line = b" ".join((self.odd(METHODS, ODD_METHODS), self.odd(TARGETS, ODD_TARGETS, 0.1), version))
        return preamble + b"\r\n".join([line, *lines, b"", b""]) + body

    def field(self):
        colon = self.pick([b": ", b":", b": \t", b":"])
        return self.odd(NAMES, ODD_NAMES) + colon + self.odd(VALUES, ODD_VALUES)

    def content(self, content):
        """Field lines of the framing, and the content."""
        kind, length = self.chance(), b"%d" % len(content)
        if kind < 0.35:
            return [], b""
        if kind < 0.68:
            return [self.name(b"Content-Length") + (length if kind < 0.6 else self.pick(LENGTHS))], content
        fields = [self.name(b"Transfer-Encoding") + self.odd([b"chunked"], CODINGS, 0.2)]
        if self.chance() < 0.08:
            fields.append(self.name(b"Content-Length") + length)
        if self.chance() < 0.03:
            fields.append(self.name(b"Transfer-Encoding") + self.pick(CODINGS))
        return fields, self.chunks(content)

    def filling(self, used):
        """Field lines near a limit: that of one line, or the rest of the total."""
        rest = self.pick([39, 40, 41, *(limit - used for limit in (118, 119, 120, 121))])
        full = max(0, (rest - 1) // 42)
        return [b"X:" + b"y" * 38] * full + [b"X:" + b"y" * max(0, rest - 42 * full - 2)]

    def name(self, name):
        odd = [*[name.lower()] * 9, name + self.pick([b" ", b"\t", b"\x00"])]
        return self.odd([name], odd, 0.2) + b": "

    def chunks(self, content):
        if self.chance() < 0.02:
            # Of a byte each, with extensions near their total limit.
            last = b"0" * self.random.randint(15, 18) + b"\r\n\r\n"
            return (b"1;" + b"a" * 18 + b"\r\nx\r\n") * self.random.randint(9, 11) + last
        out = b""
        while content:
            size = self.random.randint(1, len(content))
            end = self.odd([b"\r\n"], [b"", b"\n", b"\r", b"\r\n\r\n", b"\rX"], 0.02)
            out, content = out + self.size(size) + content[:size] + end, content[size:]
        # 39: the size of a header with a Host of one letter and this framing.
        trailers = self.filling(39) if self.chance() < 0.05 else []
        trailers += self.repeat(0.15, lambda: self.odd(TRAILERS, ODD_TRAILERS, 0.2))
        return out + self.size(0) + b"".join(line + b"\r\n" for line in trailers) + b"\r\n"

    def size(self, number):
        """The line before a chunk."""
        extension = b"" if self.chance() < 0.85 else self.odd(EXTENSIONS, ODD_EXTENSIONS, 0.2)
        return self.odd([b""], SIZES) + self.odd([b"%x"], [b"%X"], 0.3) % number + extension + b"\r\n"

    def changed(self, data):
        """Removes and inserts something at some places, and rarely replaces something."""
        for _ in range(self.pick([1, 1, 1, 2, 3])):
            at = self.random.randrange(len(data) + 1)
            removed, inserted = self.random.choices([
                (0, self.pick(PIECES)), (self.pick([1, 1, 2, 3, 8]), b""), (1, self.random.randbytes(1)),
                (2, self.pick(PIECES)), (0, data[max(0, at - self.random.randrange(40)):at]), (len(data), b""),
                (len(data), self.former[self.random.randrange(len(self.former) + 1):]),
            ], [30, 20, 15, 10, 8, 5, 7])[0]
            data = data[:at] + inserted + data[at + removed:]
        return data.replace(*self.pick(REPLACEMENTS), 1) if self.chance() < 0.08 else data
