import JSON

/// The text of a piece of an export. Long texts are appended to it without a copy in between.
struct PieceWriter: ~Copyable {
  /// The end of the piece.
  var json = JSONWriter(capacity: 4_096)
  private var bytes: [UInt8] = []
  /// Whether steps of the current change were written, also by earlier pieces.
  private(set) var hasSteps: Bool

  /// - Parameter capacity: The expected number of bytes.
  init(capacity: Int, hasSteps: Bool) {
    self.hasSteps = hasSteps
    bytes.reserveCapacity(capacity)
  }

  consuming func finish() -> [UInt8] {
    flush()
    return bytes
  }

  /// Writes a change as a line of an archive, or its next part.
  mutating func append(archived change: PastChange) throws(CorruptSession) {
    let revision = change.revision
    if change.part.isFirst {
      json.appendArchivedStart(revision, at: change.at, change.origin)
      try append(stored: change.action, "the action of revision \(revision)")
      json.append(",\"edits\":[")
      hasSteps = false
    }
    try append(elementsOf: change)
    guard change.part.isLast else { return }
    json.append("],\"outputs\":")
    try append(stored: change.outputs, "the outputs of revision \(revision)")
    json.appendArchivedEnd(stateOf: change.stateOf, refused: try change.storedRefusal())
  }

  private mutating func append(stored text: [UInt8], _ what: String) throws(CorruptSession) {
    guard text.count > RawJSON.longestParsed else { return json.append(value: try JSONValue(stored: text, what)) }
    append(try RawJSON(stored: text, what).bytes)
  }

  private mutating func append(elementsOf change: PastChange) throws(CorruptSession) {
    let what = "the edits of revision \(change.revision)"
    switch try JSONValue(keeping: change.edits, what) {
    case .array(let steps):
      for step in steps {
        beginStep()
        json.append(value: step)
      }
    case .raw(let steps):
      beginStep()
      // Without the brackets: the parts of a long change are one array in the archive.
      append(steps.bytes.dropFirst().dropLast())
    default: throw CorruptSession(detail: "\(what) are not an array")
    }
  }

  private mutating func beginStep() {
    if hasSteps { json.append(",") }
    hasSteps = true
  }

  private mutating func append(_ text: ArraySlice<UInt8>) {
    flush()
    bytes += text
  }

  private mutating func flush() {
    json.withBytes { bytes += $0 }
    json.truncate(to: 0)
  }
}
