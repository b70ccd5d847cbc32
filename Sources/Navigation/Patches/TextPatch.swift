import JSON

/// The difference between two texts: removed pieces, and the pieces inserted instead.
///
/// Applies in both directions. Contains no copy operation, so the result is at most as long as the former text and the
/// inserted pieces together, also for a corrupted patch.
public struct TextPatch: Sendable, Equatable {
  var splices: [Splice]

  struct Splice: Sendable, Equatable {
    /// The number of unchanged bytes after the previous splice.
    var skip: Int
    var removed: String
    var inserted: String
  }

  /// The approximate size as JSON in bytes.
  var size: Int { splices.reduce(0) { $0 + 24 + $1.removed.utf8.count + $1.inserted.utf8.count } }

  /// The patch in the other direction.
  var inverse: TextPatch {
    TextPatch(splices: splices.map { Splice(skip: $0.skip, removed: $0.inserted, inserted: $0.removed) })
  }

  /// Returns the text after the patch.
  ///
  /// - Throws: `EditMismatch` when the patch was not made for this text.
  package func applied(to text: ArraySlice<UInt8>) throws(EditMismatch) -> [UInt8] {
    var result: [UInt8] = []
    // The length of the result, if the patch was made for this text.
    let added = splices.reduce(0) { $0 + $1.inserted.utf8.count - $1.removed.utf8.count }
    result.reserveCapacity(max(0, text.count + added))
    var rest = text
    for splice in splices {
      guard splice.skip <= rest.count else {
        throw EditMismatch("a patch skips \(splice.skip) bytes of the remaining \(rest.count)")
      }
      result += rest.prefix(splice.skip)
      rest = rest.dropFirst(splice.skip)
      let removed = splice.removed.utf8.count
      guard rest.starts(with: splice.removed.utf8) else {
        throw EditMismatch(
          "a patch removes \(splice.removed.prefix(40)) at byte \(rest.startIndex - text.startIndex), where the text differs"
        )
      }
      rest = rest.dropFirst(removed)
      result += splice.inserted.utf8
    }
    result += rest
    return result
  }
}

// A patch is stored as one array: bytes to skip, the removed piece, the inserted piece, and so on.

extension TextPatch {
  package func write(to json: inout JSONWriter) {
    json.append("[")
    for (index, splice) in splices.enumerated() {
      if index > 0 { json.append(",") }
      json.append(integer: splice.skip)
      json.append(",")
      json.append(string: splice.removed)
      json.append(",")
      json.append(string: splice.inserted)
    }
    json.append("]")
  }

  /// Reads the JSON that `write(to:)` writes.
  package init(stored json: JSONValue) throws(StoredDataError) {
    guard let parts = json.arrayValue, parts.count.isMultiple(of: 3) else { throw StoredDataError("A patch", json) }
    splices = []
    splices.reserveCapacity(parts.count / 3)
    for index in stride(from: 0, to: parts.count, by: 3) {
      // A negative number of a corrupted patch would trap in `applied`.
      guard let skip = parts[index].integerValue.flatMap({ Int(exactly: $0) }), skip >= 0,
        case .string(let removed) = parts[index + 1], case .string(let inserted) = parts[index + 2]
      else { throw StoredDataError("A patch", json) }
      splices.append(Splice(skip: skip, removed: removed, inserted: inserted))
    }
  }
}
