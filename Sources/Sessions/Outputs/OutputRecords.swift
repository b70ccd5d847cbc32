/// A query for a page of a session's outputs, oldest first.
package struct OutputQuery: Sendable {
  package let session: SessionID
  /// Only outputs with a greater `seq`.
  package let after: Int
  /// The maximum number of outputs.
  package let limit: Int

  package init(session: SessionID, after: Int, limit: Int) {
    self.session = session
    self.after = after
    self.limit = limit
  }
}

/// An output in the journal, with its change.
package struct OutputItem: Sendable, Equatable {
  package let seq: Int
  package let revision: Int
  /// Milliseconds since 1970.
  package let at: Int64
  package let origin: ChangeOrigin
  /// Whether the output came with an import.
  package let isImported: Bool
  package let name: String
  /// JSON text.
  package let value: [UInt8]

  package init(
    seq: Int, revision: Int, at: Int64, origin: ChangeOrigin = ChangeOrigin(), isImported: Bool = false, name: String,
    value: [UInt8]
  ) {
    self.seq = seq
    self.revision = revision
    self.at = at
    self.origin = origin
    self.isImported = isImported
    self.name = name
    self.value = value
  }
}
