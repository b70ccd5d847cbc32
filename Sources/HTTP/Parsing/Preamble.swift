/// The empty lines before a request line, which are no part of it: old clients send one after content (RFC 9112 §2.2).
struct Preamble: Sendable {
  private static let limit = 8

  private var lines = 0
  private var endsInCarriageReturn = false

  /// - Returns: Whether the first byte of a request is at the front of `input`.
  mutating func skip(_ input: inout Slice<UnsafeRawBufferPointer>) throws(RequestError) -> Bool {
    while let byte = input.first {
      if endsInCarriageReturn {
        guard byte == .lineFeed else {
          throw .malformed("Before the request is a CR without LF; begin with the method, such as \"GET\".")
        }
        lines += 1
      } else if byte != .carriageReturn {
        return true
      } else if lines == Self.limit {
        throw .malformed("Before the request are more than \(Self.limit) empty lines; begin with the method.")
      }
      endsInCarriageReturn.toggle()
      input.removeFirst()
    }
    return false
  }
}
