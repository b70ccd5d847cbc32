/// Writes JSON into a buffer of its own, which grows as needed.
///
/// Does not check that what is appended piece by piece makes a JSON text: punctuation is the caller's.
/// A buffer and not an array, whose every append would ask whether it is shared.
@usableFromInline package struct JSONWriter: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// How many bytes were written.
  @usableFromInline package internal(set) var count = 0

  /// - Parameter capacity: Bytes that are probably needed.
  package init(capacity: Int = 128) {
    self.capacity = max(capacity, 16)
    start = .allocate(capacity: self.capacity)
  }

  deinit {
    start.deallocate()
  }

  /// The text so far.
  package var bytes: [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Takes back all that was written after the first `count` bytes.
  package mutating func truncate(to count: Int) {
    precondition(count <= self.count, "a text of \(self.count) bytes cannot be truncated to \(count)")
    self.count = count
  }

  /// Lets `body` look at the text so far without a copy.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Lets `body` write exactly so many bytes, all of them.
  @inlinable @inline(__always)
  package mutating func append(count added: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    reserve(added)
    body(start + count)
    count += added
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    append(count: 1) { $0.initialize(to: byte) }
  }

  @inlinable @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    append(count: bytes.count) { $0.initialize(from: source, count: bytes.count) }
  }

  /// Appends the characters as they are. Inlined, since the compiler knows how many a literal has and stores them itself.
  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  // One for each type, not one for any collection: a generic function is not specialised for another module.

  /// Appends bytes as they are: JSON that was written before.
  package mutating func append(raw: [UInt8]) {
    raw.withUnsafeBufferPointer { append($0) }
  }

  package mutating func append(raw: ArraySlice<UInt8>) {
    raw.withUnsafeBufferPointer { append($0) }
  }

  package mutating func append(raw: UnsafeRawBufferPointer) {
    raw.withMemoryRebound(to: UInt8.self) { append($0) }
  }

  package mutating func append(bool: Bool) {
    append(bool ? "true" : "false")
  }

  package mutating func append(value: JSONValue) {
    switch value {
    case .null: append("null")
    case .bool(let bool): append(bool: bool)
    case .integer(let integer): append(integer: integer)
    case .number(let number): append(number: number)
    case .string(let string): append(string: string)
    case .array(let elements): append(array: elements)
    case .object(let object): append(object: object)
    }
  }

  package mutating func append(array elements: [JSONValue]) {
    var separator = UInt8(ascii: "[")
    for element in elements {
      append(separator)
      append(value: element)
      separator = UInt8(ascii: ",")
    }
    if elements.isEmpty { append(separator) }
    append(UInt8(ascii: "]"))
  }

  package mutating func append(object: JSONObject) {
    var separator = UInt8(ascii: "{")
    for member in object.members {
      append(separator)
      append(string: member.name)
      append(UInt8(ascii: ":"))
      append(value: member.value)
      separator = UInt8(ascii: ",")
    }
    if object.isEmpty { append(separator) }
    append(UInt8(ascii: "}"))
  }

  @inlinable @inline(__always)
  mutating func reserve(_ added: Int) {
    if count + added > capacity { grow(by: added) }
  }

  @usableFromInline @inline(never)
  mutating func grow(by added: Int) {
    let larger = max(2 * capacity, count + added)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.moveInitialize(from: start, count: count)
    start.deallocate()
    (start, capacity) = (moved, larger)
  }
}
