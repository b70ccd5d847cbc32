/// The empty lines before a request line. Old clients send one after content (RFC 9112 §2.2).
struct Preamble: Sendable {
  private static let limit = 8

  private var lines = 0
  private var endsInCarriageReturn = false

  /// Skips empty lines at the front of `input`.
  ///
  /// - Returns: Whether `input` begins with the first byte of a request.
  mutating func skip(_ input: inout Slice<UnsafeRawBufferPointer>) throws(RequestError) -> Bool {
    while let byte = input.first {
      if endsInCarriageReturn {
        guard byte == .lineFeed else {
          throw .malformed("The request is preceded by a CR without LF; begin with the method, such as \"GET\".")
        }
        lines += 1
      } else if byte != .carriageReturn {
        return true
      } else if lines == Self.limit {
        throw .malformed("The request is preceded by more than \(Self.limit) empty lines; begin with the method.")
      }
      endsInCarriageReturn.toggle()
      input.removeFirst()
    }
    return false
  }
}
