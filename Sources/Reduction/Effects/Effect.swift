/// The work that a reducer requests beside the state change: an ordered list of operations, as a value.
///
/// An effect runs nothing. The store runs it after the action is accepted. As a value it can be compared in tests,
/// stored with the state, and resumed after a restart.
///
/// ```swift
/// case .search(let text):
///   state.text = text
///   return .after(id: "search", .milliseconds(300), .startSearch)  // Replaces the pending one: a debounce.
/// case .clear:
///   return .merge(.cancel(id: "search"), .output(SearchRoute.closed))
/// ```
///
/// | Effect | Operation |
/// | --- | --- |
/// | ``none``, ``empty`` | nothing |
/// | ``send(_:)`` | feeds an action back, in the same transaction |
/// | ``after(id:_:_:)`` | feeds an action back after a delay |
/// | ``at(id:_:_:)`` | feeds an action back at a time |
/// | ``every(id:_:_:)`` | feeds an action back again and again |
/// | ``cancel(id:)``, ``cancelAll(under:)`` | cancels delayed effects |
/// | ``output(_:)`` | sends a value to subscribers |
/// | ``message(to:_:)`` | sends a value to the store of another session |
///
/// Delayed effects are named by an ``EffectID``. A new one replaces the pending one of the same id.
///
/// ## Topics
///
/// ### Combining effects
/// - ``merge(_:)-([Effect])``
/// - ``map(_:)``
/// - ``scoped(under:)``
///
/// ### Reading effects
/// - ``isEmpty``
/// - ``operations``
/// - ``forEach(_:)``
public struct Effect<Action: Sendable>: Sendable {
  // Most actions have no operation, and most others have one: neither allocates an array.
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

  /// Creates an effect of these operations, in this order.
  @inlinable
  public init(_ operations: [Operation]) {
    switch operations.count {
    case 0: storage = .none
    case 1: storage = .one(operations[0])
    default: storage = .many(operations)
    }
  }

  /// An effect without operations.
  @inlinable
  public static var none: Effect { Effect(storage: .none) }

  /// An effect without operations: ``none``, by the name that ``Reducer/empty`` has.
  @inlinable
  public static var empty: Effect { .none }

  /// Feeds `action` back into the store, after the actions that were fed back before.
  @inlinable
  public static func send(_ action: Action) -> Effect {
    Effect(storage: .one(.send(action)))
  }

  /// Cancels the delayed effect of this id. Does nothing when none is pending.
  @inlinable
  public static func cancel(id: EffectID) -> Effect {
    Effect(storage: .one(.cancel(id: id)))
  }

  /// Sends `output` to all subscribers of its type.
  @inlinable
  public static func output(_ output: some Output) -> Effect {
    Effect(storage: .one(.output(output)))
  }

  /// Sends `message` to the store of another session.
  ///
  /// - Parameters:
  ///   - recipient: The id of the session.
  ///   - message: The message.
  @inlinable
  public static func message(to recipient: String, _ message: some Message) -> Effect {
    Effect(storage: .one(.message(to: recipient, message)))
  }

  /// Whether the effect has no operations.
  @inlinable
  public var isEmpty: Bool {
    if case .none = storage { true } else { false }
  }

  /// The operations in order.
  @inlinable
  public var operations: [Operation] {
    switch storage {
    case .none: []
    case .one(let operation): [operation]
    case .many(let operations): operations
    }
  }

  /// Calls `body` with each operation in order. Unlike ``operations``, allocates no array for a single one.
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
  /// Whether both have equal operations in the same order.
  @inlinable
  public static func == (one: Effect, other: Effect) -> Bool {
    one.operations == other.operations
  }
}
