import JSON
import Reduction

/// The reducer of a screen, with its types erased to JSON. Referred to by a ``Route``.
///
/// A feature does not navigate: it sends outputs, which the app's ``App/Router`` answers with actions.
///
/// ```swift
/// let counting = Feature(
///   actions: ["increment", "decrement"],
///   initialState: { _ in CountState() },
///   reducer: counter, environment: ())
/// let route = Route("count", feature: counting)
/// ```
public final class Feature: Sendable {
  /// The `type`s of the actions that clients can send. Other actions come only from the reducer's own effects, from the
  /// app's router or from the server.
  public let actions: [String]
  /// The schemas of the actions that declare one.
  public let schemas: [ActionSchema]
  /// The schema of the screen's state; nil when its type declares none.
  public let stateSchema: JSONValue?
  /// Whether the reducer handles ``ScreenClosed``, which reports the removal of a screen that its screen opened.
  public let hearsClosed: Bool
  let initialState: @Sendable (JSONObject) -> JSONValue
  let reduce: @Sendable (inout JSONValue, Action) throws(Refused) -> Effect<Action>?
  let check: @Sendable (JSONValue) throws(Refused) -> Void

  /// Creates a feature of a reducer.
  ///
  /// - Parameters:
  ///   - actions: The `type`s of the actions that clients can send.
  ///   - schemas: The schemas of the actions, for documents and forms, instead of those that their type declares. An
  ///     action without one is shown with any fields.
  ///   - hearsClosed: Whether `reducer` handles ``ScreenClosed``, which `FeatureAction` then has to read.
  ///   - initialState: Returns the state of a new screen with these params.
  ///   - reducer: The reducer of the screen's state. Its effects are run by the session.
  ///   - environment: The dependencies of the reducer.
  public convenience init<State: JSONConvertible & Sendable, FeatureAction: ActionConvertible, Environment: Sendable>(
    actions: [String],
    schemas: [ActionSchema] = [],
    hearsClosed: Bool = false,
    initialState: @escaping @Sendable (JSONObject) -> State,
    reducer: Reducer<State, FeatureAction, Environment>,
    environment: Environment
  ) {
    let check: @Sendable (JSONValue) throws(Refused) -> Void = { state throws(Refused) in
      _ = try Self.decode(state, as: State.self)
    }
    let reduce: @Sendable (inout JSONValue, Action) throws(Refused) -> Effect<Action>? = {
      (json, action) throws(Refused) in
      guard let featureAction = try FeatureAction(action) else { return nil }
      var state = try Self.decode(json, as: State.self)
      let effect: Effect<FeatureAction>
      do throws(Refusal) {
        effect = try reducer.reduce(&state, featureAction, environment)
      } catch {
        throw Refused(error)
      }
      json = state.json
      return effect.map { $0.action }
    }
    self.init(
      actions: actions, schemas: ActionSchema.all(of: FeatureAction.self, actions, instead: schemas),
      stateSchema: State.jsonSchema, hearsClosed: hearsClosed, initialState: { params in initialState(params).json },
      reduce: reduce, check: check)
  }

  private init(
    actions: [String], schemas: [ActionSchema], stateSchema: JSONValue?, hearsClosed: Bool,
    initialState: @escaping @Sendable (JSONObject) -> JSONValue,
    reduce: @escaping @Sendable (inout JSONValue, Action) throws(Refused) -> Effect<Action>?,
    check: @escaping @Sendable (JSONValue) throws(Refused) -> Void
  ) {
    self.actions = actions
    self.schemas = schemas
    self.stateSchema = stateSchema
    self.hearsClosed = hearsClosed
    self.initialState = initialState
    self.reduce = reduce
    self.check = check
  }

  /// Creates a feature of a reducer without dependencies, whose screens all begin with the same state.
  ///
  /// - Parameters:
  ///   - actions: The `type`s of the actions that clients can send.
  ///   - schemas: The schemas of the actions, instead of those that their type declares.
  ///   - state: The state of a new screen.
  ///   - reducer: The reducer of the screen's state. Its effects are run by the session.
  public convenience init<State: JSONConvertible & Sendable, FeatureAction: ActionConvertible>(
    actions: [String], schemas: [ActionSchema] = [], state: State, reducer: Reducer<State, FeatureAction, Void>
  ) {
    self.init(
      actions: actions, schemas: schemas, initialState: { _ in state }, reducer: reducer, environment: ())
  }

  /// Returns this feature with `state` as the initial state of every new screen.
  ///
  /// - Throws: `Refused` when the state does not have the shape that the reducer expects.
  public func starting(with state: JSONValue) throws(Refused) -> Feature {
    try check(state)
    return Feature(
      actions: actions, schemas: schemas, stateSchema: stateSchema, hearsClosed: hearsClosed,
      initialState: { _ in state }, reduce: reduce, check: check)
  }

  private static func decode<State: JSONConvertible>(_ json: JSONValue, as type: State.Type) throws(Refused) -> State {
    do {
      return try State(json: json)
    } catch {
      throw .invalid("bad-state", "The screen's state does not fit its reducer: \(error).", at: "state")
    }
  }
}
