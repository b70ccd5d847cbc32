// Writes the verdict of the request parser on each connection from standard input, for
// Tests/Blackbox/wire/test_parser.py.
//
// Input: the length of a connection in 32 bits, a byte that chooses the limits, and the connection's bytes. Output: the
// length of a verdict and its bytes. All integers are little-endian.
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
  // If the same bytes in other pieces give another verdict, the output is a verdict that the reference parser never
  // gives.
  let isSame = whole.isSame(inPiecesOf: connection, limits: limits)
  var verdict = Verdict.Writer()
  verdict.put(isSame ? whole.bytes : Array("depends on the split".utf8))
  fwrite(verdict.bytes, 1, verdict.bytes.count, output)
  // An empty connection asks for the verdicts so far.
  if count == 0 { fflush(output) }
}
fflush(output)
