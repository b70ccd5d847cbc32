// What a value takes in memory, which its text does not tell: an empty list of few bytes takes none, a list of one number
// twenty times its text.

extension JSONValue {
  /// About how many bytes of the heap the value takes.
  package var heapSize: Int {
    switch self {
    case .null, .bool, .integer, .number: 0
    case .string(let text): text.heapSize
    case .array(let values): values.reduce(values.heapSize) { $0 + $1.heapSize }
    case .object(let members): members.heapSize
    }
  }
}

extension JSONObject {
  /// About how many bytes of the heap the members take.
  package var heapSize: Int {
    switch storage {
    case .few(let members): Self.heapSize(of: members)
    // The box, and the index with a third of its places free.
    case .many(let members, let index): Self.heapSize(of: members) + 64 + index.capacity * 32
    }
  }

  private static func heapSize(of members: [Member]) -> Int {
    members.reduce(members.heapSize) { $0 + $1.name.heapSize + $1.value.heapSize }
  }
}

extension String {
  /// About how many bytes of the heap the string takes; a short one takes none.
  package var heapSize: Int { utf8.count <= 15 ? 0 : 32 + utf8.count }
}

extension Array {
  /// How many bytes of the heap the elements lie in, without what these hold elsewhere.
  package var heapSize: Int { capacity == 0 ? 0 : 32 + capacity * MemoryLayout<Element>.stride }
}
