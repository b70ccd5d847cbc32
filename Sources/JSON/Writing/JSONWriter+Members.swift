// Inlined, as the appending of literals is: the compiler knows the lengths of the texts.
extension JSONWriter {
  /// Appends a member: the text before its value, such as `,"revision":`, and the value.
  @inlinable @inline(__always)
  package mutating func append(_ name: StaticString, string: String) {
    append(name)
    append(string: string)
  }

  @inlinable @inline(__always)
  package mutating func append(_ name: StaticString, integer: Int) {
    append(name)
    append(integer: integer)
  }

  @inlinable @inline(__always)
  package mutating func append(_ name: StaticString, integer: Int64) {
    append(name)
    append(integer: integer)
  }

  @inlinable @inline(__always)
  package mutating func append(_ name: StaticString, bool: Bool) {
    append(name)
    append(bool: bool)
  }

  @inlinable @inline(__always)
  package mutating func append(_ name: StaticString, timestamp milliseconds: Int64) {
    append(name)
    append(timestamp: milliseconds)
  }

  @inlinable @inline(__always)
  package mutating func append(_ name: StaticString, value: JSONValue) {
    append(name)
    append(value: value)
  }

  @inlinable @inline(__always)
  package mutating func append(_ name: StaticString, object: JSONObject) {
    append(name)
    append(object: object)
  }

  @inlinable @inline(__always)
  package mutating func append(_ name: StaticString, raw: [UInt8]) {
    append(name)
    append(raw: raw)
  }

  /// Appends an array; `write` appends one element.
  @inlinable @inline(__always)
  package mutating func append<List: Sequence>(list: List, _ write: (inout JSONWriter, List.Element) -> Void) {
    append("[")
    var isFirst = true
    for element in list {
      if !isFirst { append(",") }
      isFirst = false
      write(&self, element)
    }
    append("]")
  }
}
