/// A buffer into which JSON is written, and which grows as needed.
///
/// Does not check that the appended pieces form a JSON text: punctuation is the caller's responsibility. Not an array,
/// because each append to an array checks whether its storage is shared.
@usableFromInline package struct JSONWriter: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// The number of written bytes.
  @usableFromInline package internal(set) var count = 0

  /// - Parameter capacity: The expected number of bytes.
  package init(capacity: Int = 128) {
    self.capacity = max(capacity, 16)
    start = .allocate(capacity: self.capacity)
  }

  deinit {
    start.deallocate()
  }

  /// The written text.
  package var bytes: [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Removes all bytes after the first `count`.
  package mutating func truncate(to count: Int) {
    precondition(count <= self.count, "a text of \(self.count) bytes cannot be truncated to \(count)")
    self.count = count
  }

  /// Calls `body` with the written text, without a copy.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Calls `body` to write exactly `added` bytes.
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

  /// Appends the characters unchanged. Inlined: the compiler knows the length of a literal and stores it directly.
  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  // One function per type instead of a generic one, which is not specialised for other modules.

  /// Appends bytes unchanged: JSON that was written before.
  @usableFromInline package mutating func append(raw: [UInt8]) {
    raw.withUnsafeBufferPointer { append($0) }
  }

  package mutating func append(raw: ArraySlice<UInt8>) {
    raw.withUnsafeBufferPointer { append($0) }
  }

  package mutating func append(raw: UnsafeRawBufferPointer) {
    raw.withMemoryRebound(to: UInt8.self) { append($0) }
  }

  @usableFromInline package mutating func append(bool: Bool) {
    append(bool ? "true" : "false")
  }

  @usableFromInline package mutating func append(value: JSONValue) {
    switch value {
    case .null: append("null")
    case .bool(let bool): append(bool: bool)
    case .integer(let integer): append(integer: integer)
    case .number(let number): append(number: number)
    case .string(let string): append(string: string)
    case .array(let elements): append(array: elements)
    case .object(let object): append(object: object)
    case .raw(let raw): append(raw: raw.bytes)
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

  @usableFromInline package mutating func append(object: JSONObject) {
    if case .raw(let raw) = object.storage { return append(raw: raw.bytes) }
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
