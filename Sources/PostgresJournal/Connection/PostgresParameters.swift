/// The parameters of a statement, in PostgreSQL's binary formats: numbers in network byte order, texts without a
/// terminator.
///
/// The values are appended in the order of their numbers in the statement, into one buffer.
package struct PostgresParameters {
  private(set) var bytes: [UInt8] = []
  /// The length of each value in bytes; -1: NULL.
  private(set) var lengths: [Int32] = []

  /// Creates an empty list.
  package init() {}

  var count: Int { lengths.count }

  /// The types of elements of arrays, by their object ids in every database.
  package enum Element: UInt32, Sendable {
    case bool = 16
    case bytea = 17
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
    case uuid = 2950
  }

  /// Appends NULL.
  package mutating func appendNull() { lengths.append(-1) }

  /// Appends an integer of the type of `value`: `Int64` for `int8`, `Int32` for `int4`, `Int16` for `int2`.
  package mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    append { $0.write(value) }
  }

  package mutating func append<Value: FixedWidthInteger>(_ value: Value?) {
    if let value { append(value) } else { appendNull() }
  }

  /// Appends a `bool`.
  package mutating func append(_ value: Bool) { append(Int8(value ? 1 : 0)) }

  /// Appends a `text`.
  package mutating func append(_ value: String) { append { $0.bytes.append(contentsOf: value.utf8) } }

  package mutating func append(_ value: String?) {
    if let value { append(value) } else { appendNull() }
  }

  /// Appends a `bytea`, or a `text` that is already encoded.
  package mutating func append(_ value: [UInt8]) { append { $0.bytes.append(contentsOf: value) } }

  package mutating func append(_ value: [UInt8]?) {
    if let value { append(value) } else { appendNull() }
  }

  /// Appends a `uuid`.
  package mutating func append(high: UInt64, low: UInt64) {
    append {
      $0.write(high); $0.write(low)
    }
  }

  /// Appends a one-dimensional array.
  ///
  /// - Parameter write: Writes an element, and returns false for NULL.
  package mutating func append<Items: Collection>(
    _ element: Element, _ items: Items, _ write: (Items.Element, inout ElementWriter) -> Bool
  ) {
    append { writer in
      // The form of `array_recv`: dimensions, flag for NULLs, type of the elements, then size and lower bound.
      writer.write(Int32(items.isEmpty ? 0 : 1))
      let flag = writer.bytes.count
      writer.write(Int32(0))
      writer.write(element.rawValue)
      guard !items.isEmpty else { return }
      writer.write(Int32(items.count))
      writer.write(Int32(1))
      for item in items {
        let start = writer.bytes.count
        // The length of an element; -1 is NULL.
        writer.write(Int32(-1))
        if write(item, &writer) {
          writer.overwrite(Int32(writer.bytes.count - start - 4), at: start)
        } else {
          writer.bytes.removeSubrange((start + 4)...)
          writer.overwrite(Int32(1), at: flag)
        }
      }
    }
  }

  private mutating func append(_ write: (inout ElementWriter) -> Void) {
    let start = bytes.count
    // The buffer is moved: a second reference would make each value copy it.
    var writer = ElementWriter(bytes: [])
    swap(&writer.bytes, &bytes)
    write(&writer)
    swap(&writer.bytes, &bytes)
    lengths.append(Int32(bytes.count - start))
  }

  /// Writes the bytes of a value.
  package struct ElementWriter {
    var bytes: [UInt8]

    /// Writes a number in network byte order.
    package mutating func write<Value: FixedWidthInteger>(_ value: Value) {
      withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes the bytes of a `bytea` or a `text`.
    package mutating func write(bytes value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }

    mutating func overwrite(_ value: Int32, at index: Int) {
      withUnsafeBytes(of: value.bigEndian) { new in
        for offset in 0..<4 { bytes[index + offset] = new[offset] }
      }
    }
  }
}

extension PostgresParameters {
  package mutating func append(int8s items: some Collection<Int64>) {
    append(.int8, items) {
      $1.write($0); return true
    }
  }

  package mutating func append(int8s items: some Collection<Int64?>) {
    append(.int8, items) { item, writer in
      if let item { writer.write(item) }
      return item != nil
    }
  }

  package mutating func append(int4s items: some Collection<Int32>) {
    append(.int4, items) {
      $1.write($0); return true
    }
  }

  package mutating func append(int2s items: some Collection<Int16>) {
    append(.int2, items) {
      $1.write($0); return true
    }
  }

  package mutating func append(bools items: some Collection<Bool>) {
    append(.bool, items) {
      $1.write(Int8($0 ? 1 : 0)); return true
    }
  }

  package mutating func append(texts items: some Collection<String>) {
    append(.text, items) {
      $1.write(bytes: $0.utf8); return true
    }
  }

  package mutating func append(texts items: some Collection<String?>) {
    append(.text, items) { item, writer in
      if let item { writer.write(bytes: item.utf8) }
      return item != nil
    }
  }

  package mutating func append(byteas items: some Collection<[UInt8]>) {
    append(.bytea, items) {
      $1.write(bytes: $0); return true
    }
  }

  package mutating func append(byteas items: some Collection<[UInt8]?>) {
    append(.bytea, items) { item, writer in
      if let item { writer.write(bytes: item) }
      return item != nil
    }
  }
}
