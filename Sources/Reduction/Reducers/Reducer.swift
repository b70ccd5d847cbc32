/// The logic of a feature: a function that changes a state for an action and returns the effects to run.
///
/// Reducers are pure. Time, ids and random numbers come from the environment, and effects are returned as values that
/// the ``Store`` runs. The same state, action and environment therefore always lead to the same result, which makes a
/// reducer testable with ``reduce(_:_:_:)`` alone.
///
/// ## Writing a reducer
///
/// A feature has a state, an enum of actions, and an environment of dependencies (`Void` if it has none):
///
/// ```swift
/// struct CounterState: Equatable, Sendable { var count = 0 }
/// enum CounterAction: Equatable, Sendable { case increment, decrement, incrementLater }
///
/// let counter = Reducer<CounterState, CounterAction, Void> { state, action, _ throws(Refusal) in
///   switch action {
///   case .increment: state.count += 1
///   case .decrement:
///     guard state.count > 0 else { throw .state("at-zero", "The count is 0. Increment it first.") }
///     state.count -= 1
///   case .incrementLater: return .after(id: "increment", .seconds(1), .increment)
///   }
///   return .none
/// }
/// ```
///
/// A reducer changes the state in place, and returns an ``Effect`` for everything else: actions to feed back, timers,
/// outputs, messages. It refuses an action by throwing a ``Refusal``; the state is then rolled back. A closure that
/// refuses declares `throws(Refusal)` itself, because the compiler does not infer it.
///
/// ## Composing reducers
///
/// A large feature is composed of small ones. Each child reducer knows only its own state and actions:
///
/// ```swift
/// struct AppState: Equatable, Sendable {
///   var counter = CounterState()
///   var total = 0
/// }
///
/// enum AppAction: Equatable, Sendable { case counter(CounterAction), reset }
///
/// let app = Reducer<AppState, AppAction, Void>.combine(
///   counter.pullback(state: \.counter, action: .counter),
///   Reducer { state, action, _ in
///     if action == .reset { state = AppState() } else { state.total += 1 }
///     return .none
///   })
/// ```
///
/// `pullback` takes a key path to the child's state and a ``CasePath`` to its actions. `combine` runs all reducers on
/// every action, in order and all or nothing: a refusal by one rolls back the changes of all. Put children before
/// their parent, so that the parent sees the children's new state.
///
/// - `optional` and `ifLet` run a child whose state may be absent, `ifCaseLet` one whose state is a case of an enum.
/// - `forEach` runs a child for each element of an ``IdentifiedArray``.
/// - `routing` builds a flow of screens on a ``NavigationState``.
///
/// ## Running and testing
///
/// A ``Store`` runs a reducer. `TestStore` of the module ReductionTesting checks that a test names every change and
/// every effect. For one step, call the reducer:
///
/// ```swift
/// var state = CounterState()
/// let effect = try counter.reduce(&state, .increment, ())
/// ```
///
/// ## Topics
///
/// ### Creating a reducer
/// - ``init(_:)``
/// - ``refusingFirst(_:)``
/// - ``empty``
///
/// ### Running a reducer
/// - ``reduce(_:_:_:)``
///
/// ### Composing reducers
/// - ``combine(_:)-([Reducer])``
/// - ``pullback(state:action:)``
/// - ``optional(otherwise:)``
/// - ``ifLet(_:action:environment:effectsUnder:otherwise:then:)``
/// - ``ifCaseLet(_:action:environment:effectsUnder:otherwise:then:)``
/// - ``forEach(_:action:environment:effectsUnder:otherwise:element:)``
///
/// ### Navigation and effects
/// - ``routing(_:root:routes:action:steps:)``
/// - ``deferred(_:)``
/// - ``scopingEffects(under:)``
public struct Reducer<State, Action: Sendable, Environment>: Sendable {
  /// The function of a reducer: changes the state in place and returns the effects, or throws a refusal.
  public typealias Body = @Sendable (inout State, Action, Environment) throws(Refusal) -> Effect<Action>

  /// The function itself. May leave a changed state on a refusal; `reduce` rolls back once for the whole composition.
  @usableFromInline
  let body: Body
  /// Whether `body` never refuses after its first change, so that no rollback is needed.
  @usableFromInline
  let refusesFirst: Bool

  @usableFromInline
  init(body: @escaping Body, refusesFirst: Bool) {
    self.body = body
    self.refusesFirst = refusesFirst
  }

  /// Creates a reducer that may refuse at any point. Its changes are then rolled back.
  ///
  /// - Parameter reduce: The function. It must not send to a store.
  @inlinable
  public init(_ reduce: @escaping Body) {
    self.init(body: reduce, refusesFirst: false)
  }

  /// Creates a reducer that never refuses after its first change.
  ///
  /// No copy is kept for a rollback, so large collections in the state are changed in place.
  ///
  /// - Parameter reduce: The function. It must throw before its first change or not at all, and must not send to a
  ///   store.
  @inlinable
  public static func refusingFirst(_ reduce: @escaping Body) -> Reducer {
    Reducer(body: reduce, refusesFirst: true)
  }

  /// Changes `state` for `action` and returns the effects to run.
  ///
  /// - Throws: ``Refusal`` when the action is refused. `state` is then unchanged.
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
}
