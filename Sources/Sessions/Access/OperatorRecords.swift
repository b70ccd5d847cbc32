/// The rights of an operator.
package struct OperatorScopes: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let metrics = Self(rawValue: 1)
  /// Reading everything but tokens and keys.
  package static let read = Self(rawValue: 2)
  /// Also creating sessions, and changing them as a backend does.
  package static let support = Self(rawValue: 4)
  /// Definitions, keys and migrations of apps, and webhooks.
  package static let apps = Self(rawValue: 8)
  /// Everything but operators.
  package static let admin = Self(rawValue: 16)

  private static let named = [
    ("metrics", metrics), ("read", read), ("support", support), ("apps", apps), ("admin", admin),
  ]
  package static let allNames = named.map(\.0)

  /// Reads the names of scopes; nil when one is unknown.
  package init?(names: some Sequence<some StringProtocol>) {
    self = []
    for name in names {
      guard let scope = Self.named.first(where: { $0.0 == name })?.1 else { return nil }
      insert(scope)
    }
  }

  package var names: [String] { Self.named.filter { contains($0.1) }.map(\.0) }
}

/// A stored token of an operator.
package struct StoredOperator: Sendable, Equatable {
  package let id: String
  /// Unique among the operators.
  package let name: String
  /// SHA-256 of the token. The token itself is shown once and not stored.
  package let hash: [UInt8]
  package let scopes: OperatorScopes
  /// The apps to which everything is limited; empty: all.
  package let apps: [String]
  /// Milliseconds since 1970.
  package let createdAt: Int64
  /// The time from which the token is invalid in milliseconds since 1970; nil: none.
  package let expiresAt: Int64?

  package init(
    id: String, name: String, hash: [UInt8], scopes: OperatorScopes, apps: [String], createdAt: Int64,
    expiresAt: Int64?
  ) {
    self.id = id
    self.name = name
    self.hash = hash
    self.scopes = scopes
    self.apps = apps
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }

  package func isValid(at now: Int64) -> Bool { expiresAt.map { now < $0 } ?? true }

  /// Whether the operator may know of an app.
  package func mayUse(_ app: String) -> Bool { apps.isEmpty || apps.contains(app) }
}

/// A change to the operators.
package enum OperatorWrite: Sendable {
  case add(StoredOperator)
  case remove(id: String)
}
