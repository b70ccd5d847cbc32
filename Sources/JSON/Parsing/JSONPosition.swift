/// A place in a text as an editor shows it.
public struct JSONPosition: Hashable, Sendable {
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of the byte that `offset` others stand before.
  init(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {  // Bytes of the form 10xxxxxx continue a scalar (RFC 3629 §3).
        column += 1
      }
    }
    self.init(line: line, column: column)
  }
}
