/// The circumstances of a change, for the environment of a reducer: the session, the time and the sender.
///
/// ```swift
/// Feature(
///   actions: ["roll"], messages: ["invited"], initialState: { _ in Game() }, reducer: game,
///   environment: { context in GameEnvironment(context, roll: { Int.random(in: 1...6) }) })
/// ```
/// The reducer runs once for a change that is stored, and the change holds its result. A prediction of a client runs it
/// with the client's time, and its result is replaced by the server's.
public struct ReducerContext: Sendable {
  /// The id of the session; empty in a test without one.
  public let session: String
  /// The key of the session, if it has one.
  public let key: String?
  /// The id of the session that sent the action as a message; nil for other actions.
  public let sender: String?
  /// The time of the change in milliseconds since 1970, which the history has.
  public let now: Int64

  /// Creates a context, for tests.
  public init(session: String = "", key: String? = nil, sender: String? = nil, now: Int64 = 0) {
    self.session = session
    self.key = key
    self.sender = sender
    self.now = now
  }

  static let empty = ReducerContext()

  init(of draft: Draft) {
    let session = draft.session
    self.init(session: session.id, key: session.key, sender: session.sender, now: draft.now)
  }
}

extension App.Origin {
  /// Whether the sender is bound to what clients may do.
  var isOfUser: Bool { self == .client || self == .session }

  /// Whether the sender can send an action of a type to a feature.
  func sends(_ type: String, to actions: [String], _ messages: [String]) -> Bool {
    self == .server || actions.contains(type) || self != .client && messages.contains(type)
  }
}
