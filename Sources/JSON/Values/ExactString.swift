/// A string as a dictionary key, compared by its bytes, as RFC 8259 §8.3 compares names and databases compare texts.
package struct ExactString: Hashable, Sendable {
  package let string: String

  package init(_ string: String) {
    self.string = string
  }

  package static func == (left: ExactString, right: ExactString) -> Bool {
    left.string.isIdentical(to: right.string)
  }

  package func hash(into hasher: inout Hasher) {
    string.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)  // Occurs in no string, so it separates one string from the next.
  }
}

extension String {
  /// Whether both have the same bytes. `==` also accepts canonically equivalent strings.
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

  /// Calls `body` with the stored bytes. A string that is not stored as UTF-8 is copied first.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}

extension UnsafeRawBufferPointer {
  /// Compares eight bytes at a time. Both must have the same count.
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
