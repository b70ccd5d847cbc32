/// The permissions of a session's token. Each role includes those before it.
public enum TokenRole: String, Sendable, CaseIterable, Comparable {
  /// Reads the session and listens to it.
  case watch
  /// Also sends actions.
  case act
  /// Also undoes, jumps, exports and creates tokens.
  case lead
  /// Also sends the actions that the app permits to its backend only.
  case backend

  /// Compares the permissions.
  public static func < (one: TokenRole, other: TokenRole) -> Bool { one.rank < other.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
