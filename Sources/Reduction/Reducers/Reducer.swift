/// A feature's logic: how an action changes the state, and which effects it asks for.
///
/// Pure: time, ids and chance come from the environment. Does not run effects; the store does.
///
/// ```swift
/// let counter = Reducer<Int, CounterAction, Void> { count, action, _ throws(Refusal) in
///   switch action {
///   case .increment: count += 1
///   case .decrement:
///     guard count > 0 else { throw .state("at-zero", "The count is 0; increment it first.") }
///     count -= 1
///   }
///   return .none
/// }
/// ```
/// A closure that refuses has to say `throws(Refusal)` itself: the compiler does not infer it.
public struct Reducer<State, Action: Sendable, Environment>: Sendable {
  /// What a reducer does: changes the state in place, and returns what it asks for or throws why it refuses.
  public typealias Body = @Sendable (inout State, Action, Environment) throws(Refusal) -> Effect<Action>

  /// May leave a changed state behind when it refuses; `reduce` puts it right once, around the whole composition.
  @usableFromInline
  let body: Body
  /// Whether `body` never refuses after its first change, so that there is nothing to put right.
  @usableFromInline
  let refusesFirst: Bool

  @usableFromInline
  init(body: @escaping Body, refusesFirst: Bool) {
    self.body = body
    self.refusesFirst = refusesFirst
  }

  /// A reducer that may refuse at any point: what it had changed by then is undone.
  ///
  /// - Parameter reduce: Changes the state in place. Must not send to a store.
  @inlinable
  public init(_ reduce: @escaping Body) {
    self.init(body: reduce, refusesFirst: false)
  }

  /// A reducer that never refuses after its first change. Nothing is kept to undo it, so large collections in the
  /// state are changed in place instead of being copied.
  ///
  /// - Parameter reduce: Has to throw before it changes anything, or not at all. Must not send to a store.
  @inlinable
  public static func refusingFirst(_ reduce: @escaping Body) -> Reducer {
    Reducer(body: reduce, refusesFirst: true)
  }

  /// Changes `state` as `action` says and returns what it asks for.
  ///
  /// - Throws: When the action is not taken; `state` is then as before.
  @inlinable
  public func reduce(
    _ state: inout State, _ action: Action, _ environment: Environment
  ) throws(Refusal) -> Effect<Action> {
    if refusesFirst { return try body(&state, action, environment) }
    let before = state
    do {
      return try body(&state, action, environment)
    } catch {
      state = before
      throw error
    }
  }

  /// Calls ``reduce(_:_:_:)``.
  @inlinable
  public func callAsFunction(
    _ state: inout State, _ action: Action, _ environment: Environment
  ) throws(Refusal) -> Effect<Action> {
    try reduce(&state, action, environment)
  }
}
