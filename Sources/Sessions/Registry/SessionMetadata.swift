import JSON
import Navigation

/// The key and the labels of a session, by which a backend finds it, and its expiry. They belong to no revision: undo, fork and
/// revisions leave them as they are.
package struct SessionMetadata: Sendable, Equatable {
  /// Unique among the sessions of an app; nil: none.
  package var key: String?
  package var labels: Labels
  /// Milliseconds after the last change at which the session is deleted; nil: as the server does.
  package var expires: Int64?
  /// The data with which the session began as JSON, for apps that can restart; nil: that of the definition.
  package var initialData: [UInt8]?
  /// The request that created the session; nil: an archive of an early version, which does not tell it.
  package var creation: ChangeOrigin?
  /// The revision at which an archive without definitions was imported, whose export has none either; nil: none was.
  package var bareRevision: Int?

  package init(
    key: String? = nil, labels: Labels = [:], expires: Int64? = nil, initialData: [UInt8]? = nil,
    creation: ChangeOrigin? = ChangeOrigin(), bareRevision: Int? = nil
  ) {
    self.key = key
    self.labels = labels
    self.expires = expires
    self.initialData = initialData
    self.creation = creation
    self.bareRevision = bareRevision
  }

  /// The possible expiries in milliseconds: from a second to 100 years.
  package static let expiries: ClosedRange<Int64> = 1_000...3_155_760_000_000

  /// Parses an expiry, a duration such as `P30D`; nil when the text is none.
  package static func expiry(_ text: String) -> Int64? {
    JSONDuration.milliseconds(of: text).flatMap { expiries.contains($0) && $0 % 1_000 == 0 ? $0 : nil }
  }

  /// The limits in characters (Unicode scalars), and of labels.
  package static let longestKey = 200
  package static let mostLabels = 16

  /// Whether a text can be a key.
  package static func isKey(_ text: String) -> Bool { LabelText.isText(text, 1...longestKey) }
}

/// The key of a session, unique among those of its app, by its bytes.
package struct SessionKey: Sendable {
  package let app: String
  package let key: String
}

extension SessionKey: Hashable {
  package static func == (one: SessionKey, other: SessionKey) -> Bool {
    one.key.isIdentical(to: other.key) && one.app == other.app
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(app)
    hasher.combine(ExactString(key))
  }
}

/// A change of a session's key and labels.
package struct MetadataPatch: Sendable {
  /// The key of a session that has none; nil: no change.
  package let key: String?
  /// The new values by name; nil removes a label.
  package let labels: [(name: String, value: String?)]

  package init(key: String? = nil, labels: [(name: String, value: String?)] = []) {
    self.key = key
    self.labels = labels
  }
}

extension MetadataPatch {
  /// Returns the labels after the change.
  func applied(to former: Labels) -> Labels {
    var changed = former
    for (name, value) in labels { changed[name] = value }
    return changed
  }
}

extension ActionError {
  static func tooManyLabels(_ count: Int) -> ActionError {
    .forbidden(
      "too-many-labels",
      "The session would have \(count) labels; the limit is \(SessionMetadata.mostLabels). Remove some with null.")
  }

  static func keyIsFixed(_ key: String) -> ActionError {
    .forbidden("key-taken", "The session has the key \"\(key)\" already, and the key of a session cannot be changed.")
  }

  static func keyTaken(_ key: String, of app: String) -> ActionError {
    .forbidden(
      "key-taken",
      "Another session of `\(app)` has the key \"\(key)\"; use another key, or get that session with "
        + "`\"ifExists\": \"return\"` or `GET /v1/apps/\(app)/sessions/{key}`.")
  }
}
