extension JSONValue {
  /// Reads a JSON text, strictly by RFC 8259, in one pass and in time linear to its length.
  ///
  /// Numbers written as integers that fit 64 bits are `.integer`, all others the nearest `.number` (`-0` too, which keeps
  /// its sign). Of members with the same name the last one wins.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 without a byte order mark.
  ///   - maximumDepth: How many objects and arrays may stand in one another, at most 2,048.
  /// - Throws: Also for what RFC 8259 leaves open: a number too large for a double, half a surrogate pair.
  public init(parsing bytes: UnsafeRawBufferPointer, maximumDepth: Int = 64) throws(JSONError) {
    var parser = JSONParser(bytes.assumingMemoryBound(to: UInt8.self), maximumDepth: maximumDepth)
    self = try parser.document()
  }

  /// Reads a JSON text; see ``init(parsing:maximumDepth:)-(UnsafeRawBufferPointer,_)``.
  public init(parsing bytes: [UInt8], maximumDepth: Int = 64) throws(JSONError) {
    self = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      var parser = JSONParser(buffer, maximumDepth: maximumDepth)
      return try parser.document()
    }
  }

  /// Reads a JSON text; see ``init(parsing:maximumDepth:)-(UnsafeRawBufferPointer,_)``.
  public init(parsing text: String, maximumDepth: Int = 64) throws(JSONError) {
    let result = text.withBytes { buffer in
      Result { () throws(JSONError) in
        var parser = JSONParser(buffer, maximumDepth: maximumDepth)
        return try parser.document()
      }
    }
    self = try result.get()
  }

  /// Whether bytes are a JSON text; see ``init(parsing:maximumDepth:)-(UnsafeRawBufferPointer,_)``.
  package static func isText(_ bytes: [UInt8], maximumDepth: Int = 64) -> Bool {
    do throws(JSONError) {
      _ = try JSONValue(parsing: bytes, maximumDepth: maximumDepth)
      return true
    } catch {
      return false
    }
  }
}
