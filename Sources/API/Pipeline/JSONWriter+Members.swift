import JSON

// Nearly every value follows the name of a member, so that one call writes both.
extension JSONWriter {
  @inline(__always) mutating func append(_ name: StaticString, string: String) {
    append(name)
    append(string: string)
  }

  @inline(__always) mutating func append(_ name: StaticString, integer: Int) {
    append(name)
    append(integer: integer)
  }

  @inline(__always) mutating func append(_ name: StaticString, integer: Int64) {
    append(name)
    append(integer: integer)
  }

  @inline(__always) mutating func append(_ name: StaticString, timestamp: Int64) {
    append(name)
    append(timestamp: timestamp)
  }

  @inline(__always) mutating func append(_ name: StaticString, bool: Bool) {
    append(name)
    append(bool: bool)
  }

  @inline(__always) mutating func append(_ name: StaticString, raw: [UInt8]) {
    append(name)
    append(raw: raw)
  }

  @inline(__always) mutating func append(_ name: StaticString, value: JSONValue) {
    append(name)
    append(value: value)
  }

  /// Appends an array, whose elements `write` appends.
  mutating func append<Element>(
    list elements: some Sequence<Element>, _ write: (_ json: inout JSONWriter, Element) -> Void
  ) {
    append("[")
    for (index, element) in elements.enumerated() {
      if index > 0 { append(",") }
      write(&self, element)
    }
    append("]")
  }
}
