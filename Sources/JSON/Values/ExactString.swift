/// A string that is compared by its bytes, as RFC 8259 §8.3 compares names: for the keys of a dictionary.
struct ExactString: Hashable, Sendable {
  let string: String

  init(_ string: String) {
    self.string = string
  }

  static func == (left: ExactString, right: ExactString) -> Bool {
    left.string.isIdentical(to: right.string)
  }

  func hash(into hasher: inout Hasher) {
    string.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)  // No string holds this byte: the end of one is not the beginning of the next.
  }
}

extension String {
  /// Whether both have the same bytes; `==` would also accept canonically equivalent ones.
  @inline(__always)
  package func isIdentical(to other: String) -> Bool {
    utf8.count == other.utf8.count && hasSameBytes(as: other)
  }

  private func hasSameBytes(as other: String) -> Bool {
    withBytes { left in
      other.withBytes { right in
        UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer(right))
      }
    }
  }

  /// Calls `body` with the bytes where they are; only a string that is not stored as UTF-8 is copied first.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}

extension UnsafeRawBufferPointer {
  /// Compares a word at a time; both must have the same count.
  @inline(__always)
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    var at = 0
    while at + 8 <= count {
      let word = loadUnaligned(fromByteOffset: at, as: UInt64.self)
      if word != other.loadUnaligned(fromByteOffset: at, as: UInt64.self) { return false }
      at += 8
    }
    while at < count {
      if self[at] != other[at] { return false }
      at += 1
    }
    return true
  }
}
