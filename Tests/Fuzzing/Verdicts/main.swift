// Says what the request parser makes of each connection that comes on standard input, for Tests/Blackbox/wire/test_parser.py.
//
// In: a connection's bytes, after their number in 32 bits and a byte that chooses the limits. Out: the verdict's bytes,
// after their number. All integers are little-endian.
import Glibc
import HTTP
import Verdict

guard let input = fdopen(0, "rb"), let output = fdopen(1, "wb") else { exit(1) }
setvbuf(input, nil, _IOFBF, 1 << 16)
setvbuf(output, nil, _IOFBF, 1 << 16)

func read(_ count: Int) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: count)
  return fread(&bytes, 1, count, input) == count ? bytes : nil
}

while let head = read(5) {
  let count = head.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  guard let connection = read(count) else { exit(1) }
  let limits = head[4] == 0 ? RequestParser.Limits() : .small
  let whole = Verdict(of: connection, limits: limits)
  // The same bytes in other pieces: where that matters, the verdict is one that no reference gives.
  let isSame = whole.isSame(inPiecesOf: connection, limits: limits)
  var verdict = Verdict.Writer()
  verdict.put(isSame ? whole.bytes : Array("depends on the split".utf8))
  fwrite(verdict.bytes, 1, verdict.bytes.count, output)
  // Whoever sends waits for what belongs to what was sent.
  if count == 0 { fflush(output) }
}
fflush(output)
