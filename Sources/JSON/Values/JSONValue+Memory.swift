// The size in memory cannot be derived from the text: an empty array of few bytes takes none, an array of one number
// twenty times its text.

extension JSONValue {
  /// The approximate number of bytes that the value takes on the heap.
  package var heapSize: Int {
    switch self {
    case .null, .bool, .integer, .number: 0
    case .string(let text): text.heapSize
    case .array(let values): values.reduce(values.heapSize) { $0 + $1.heapSize }
    case .object(let members): members.heapSize
    case .raw(let raw): raw.heapSize
    }
  }
}

extension JSONObject {
  /// The approximate number of bytes that the members take on the heap.
  package var heapSize: Int {
    switch storage {
    case .few(let members): Self.heapSize(of: members)
    // The box, and the index at a load of two thirds.
    case .many(let members, let index): Self.heapSize(of: members) + 64 + index.capacity * 32
    case .raw(let raw): raw.heapSize
    }
  }

  private static func heapSize(of members: [Member]) -> Int {
    members.reduce(members.heapSize) { $0 + $1.name.heapSize + $1.value.heapSize }
  }
}

extension RawJSON {
  fileprivate var heapSize: Int { 64 + bytes.count }
}

extension String {
  /// The approximate number of bytes that the string takes on the heap; 0 for a short one.
  package var heapSize: Int { utf8.count <= 15 ? 0 : 32 + utf8.count }
}

extension Array {
  /// The number of bytes that the elements take on the heap, without the storage that they refer to.
  package var heapSize: Int { capacity == 0 ? 0 : 32 + capacity * MemoryLayout<Element>.stride }
}
