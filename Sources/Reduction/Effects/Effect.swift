/// What a reducer asks for beyond its state: an ordered list of operations, as a value.
///
/// Does not run anything; the store does. So an effect can be compared, stored, and survive a restart.
///
/// ```swift
/// return .merge(.cancel(id: "load"), .after(id: "load", .seconds(1), .loaded(42)))
/// ```
public struct Effect<Action: Sendable>: Sendable {
  // Most actions ask for nothing and most of the others for one thing: neither costs an array.
  @usableFromInline
  enum Storage: Sendable {
    case none
    case one(Operation)
    case many([Operation])
  }

  @usableFromInline
  var storage: Storage

  @usableFromInline
  init(storage: Storage) {
    self.storage = storage
  }

  /// An effect of these operations, in this order.
  @inlinable
  public init(_ operations: [Operation]) {
    switch operations.count {
    case 0: storage = .none
    case 1: storage = .one(operations[0])
    default: storage = .many(operations)
    }
  }

  /// Asks for nothing.
  @inlinable
  public static var none: Effect { Effect(storage: .none) }

  /// Feeds `action` back into the store, after what was fed back before it.
  @inlinable
  public static func send(_ action: Action) -> Effect {
    Effect(storage: .one(.send(action)))
  }

  /// Feeds `action` back into the store later.
  ///
  /// - Parameters:
  ///   - id: Replaces the pending effect of this id, if there is one.
  ///   - delay: From the moment at which the change is made.
  @inlinable
  public static func after(id: EffectID, _ delay: Duration, _ action: Action) -> Effect {
    Effect(storage: .one(.after(id: id, delay, action)))
  }

  /// Takes back the delayed effect of this id. Does nothing when none is pending.
  @inlinable
  public static func cancel(id: EffectID) -> Effect {
    Effect(storage: .one(.cancel(id: id)))
  }

  /// Gives `output` to everyone who subscribed to its type.
  @inlinable
  public static func output(_ output: some Output) -> Effect {
    Effect(storage: .one(.output(output)))
  }

  /// Gives `message` to the store of another session.
  ///
  /// - Parameter recipient: The session's id.
  @inlinable
  public static func message(to recipient: String, _ message: some Message) -> Effect {
    Effect(storage: .one(.message(to: recipient, message)))
  }

  /// Whether nothing is asked for.
  @inlinable
  public var isEmpty: Bool {
    if case .none = storage { true } else { false }
  }

  /// The operations in the order in which they were asked for.
  @inlinable
  public var operations: [Operation] {
    switch storage {
    case .none: []
    case .one(let operation): [operation]
    case .many(let operations): operations
    }
  }

  /// Calls `body` with each operation in order. Unlike ``operations``, makes no array for a single one.
  @inlinable
  public func forEach<Failure: Error>(_ body: (Operation) throws(Failure) -> Void) throws(Failure) {
    switch storage {
    case .none: break
    case .one(let operation): try body(operation)
    case .many(let operations): for operation in operations { try body(operation) }
    }
  }
}

extension Effect: Equatable where Action: Equatable {
  @inlinable
  public static func == (one: Effect, other: Effect) -> Bool {
    one.operations == other.operations
  }
}
