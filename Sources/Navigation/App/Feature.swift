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
  /// The `type`s of the actions that, besides, messages of reducers and backends can have. Clients cannot send them.
  public let messages: [String]
  /// The schemas of the actions that declare one.
  public let schemas: [ActionSchema]
  /// The schema of the screen's state; nil when its type declares none.
  public let stateSchema: JSONValue?
  /// Whether the reducer handles ``ScreenClosed``, which reports the removal of a screen that its screen opened.
  public let handlesClosed: Bool
  /// The action of each new screen, and of each removed one.
  let onEnter: Action?, onLeave: Action?
  let initialState: @Sendable (JSONObject) throws(ActionError) -> JSONValue
  /// Whether the environment is made from the context of each change.
  let readsContext: Bool
  let reduce: @Sendable (inout JSONValue, Action, ReducerContext) throws(ActionError) -> Effect<Action>?
  let check: @Sendable (JSONValue) throws(ActionError) -> Void

  /// Creates a feature of a reducer.
  ///
  /// - Parameters:
  ///   - actions: The `type`s of the actions that clients can send.
  ///   - messages: The `type`s of the actions that only messages of reducers and backends can have.
  ///   - schemas: The schemas of the actions, for documents and forms, instead of those that their type declares. An
  ///     action without one is shown with any fields.
  ///   - handlesClosed: Whether `reducer` handles ``ScreenClosed``, which `FeatureAction` then has to read.
  ///   - onEnter: The action when a screen is made, as part of the change. If it is refused, so is the change.
  ///   - onLeave: The action when a screen is removed. Of its effects only outputs and messages count.
  ///   - initialState: Returns the state of a new screen with these params, or refuses to open it.
  ///   - reducer: The reducer of the screen's state. Its effects are run by the session.
  ///   - environment: The dependencies of the reducer.
  public convenience init<State: JSONConvertible & Sendable, FeatureAction: ActionConvertible, Environment: Sendable>(
    actions: [String],
    messages: [String] = [],
    schemas: [ActionSchema] = [],
    handlesClosed: Bool = false,
    onEnter: FeatureAction? = nil,
    onLeave: FeatureAction? = nil,
    initialState: @escaping @Sendable (JSONObject) throws(Refusal) -> State,
    reducer: Reducer<State, FeatureAction, Environment>,
    environment: Environment
  ) {
    self.init(
      actions, messages, schemas, handlesClosed, onEnter, onLeave, initialState, reducer, readsContext: false,
      { _ in environment })
  }

  /// Creates a feature of a reducer whose dependencies are made for each change, such as the time and the sender.
  ///
  /// - Parameter environment: Makes the dependencies of the reducer for a change.
  public convenience init<State: JSONConvertible & Sendable, FeatureAction: ActionConvertible, Environment: Sendable>(
    actions: [String],
    messages: [String] = [],
    schemas: [ActionSchema] = [],
    handlesClosed: Bool = false,
    onEnter: FeatureAction? = nil,
    onLeave: FeatureAction? = nil,
    initialState: @escaping @Sendable (JSONObject) throws(Refusal) -> State,
    reducer: Reducer<State, FeatureAction, Environment>,
    environment: @escaping @Sendable (ReducerContext) -> Environment
  ) {
    self.init(
      actions, messages, schemas, handlesClosed, onEnter, onLeave, initialState, reducer, readsContext: true,
      environment)
  }

  private convenience init<State: JSONConvertible & Sendable, FeatureAction: ActionConvertible, Environment>(
    _ actions: [String], _ messages: [String], _ schemas: [ActionSchema], _ handlesClosed: Bool,
    _ onEnter: FeatureAction?, _ onLeave: FeatureAction?,
    _ initialState: @escaping @Sendable (JSONObject) throws(Refusal) -> State,
    _ reducer: Reducer<State, FeatureAction, Environment>, readsContext: Bool,
    _ environment: @escaping @Sendable (ReducerContext) -> Environment
  ) {
    let check: @Sendable (JSONValue) throws(ActionError) -> Void = { state throws(ActionError) in
      _ = try Self.decode(state, as: State.self)
    }
    let reduce: @Sendable (inout JSONValue, Action, ReducerContext) throws(ActionError) -> Effect<Action>? = {
      (json, action, context) throws(ActionError) in
      guard let featureAction = try FeatureAction(action) else { return nil }
      var state = try Self.decode(json, as: State.self)
      let effect: Effect<FeatureAction>
      do throws(Refusal) {
        effect = try reducer.reduce(&state, featureAction, environment(context))
      } catch {
        throw ActionError(error)
      }
      json = state.json
      return effect.map { $0.action }
    }
    self.init(
      actions: actions, messages: messages,
      schemas: ActionSchema.all(of: FeatureAction.self, actions, instead: schemas),
      stateSchema: State.jsonSchema, handlesClosed: handlesClosed, onEnter: onEnter?.action, onLeave: onLeave?.action,
      initialState: { params throws(ActionError) in
        do throws(Refusal) { return try initialState(params).json } catch { throw .byReducer(error) }
      },
      readsContext: readsContext, reduce: reduce, check: check)
  }

  private init(
    actions: [String], messages: [String], schemas: [ActionSchema], stateSchema: JSONValue?, handlesClosed: Bool,
    onEnter: Action?, onLeave: Action?,
    initialState: @escaping @Sendable (JSONObject) throws(ActionError) -> JSONValue, readsContext: Bool,
    reduce: @escaping @Sendable (inout JSONValue, Action, ReducerContext) throws(ActionError) -> Effect<Action>?,
    check: @escaping @Sendable (JSONValue) throws(ActionError) -> Void
  ) {
    self.actions = actions
    self.messages = messages
    self.schemas = schemas
    self.stateSchema = stateSchema
    self.handlesClosed = handlesClosed
    self.onEnter = onEnter
    self.onLeave = onLeave
    self.initialState = initialState
    self.readsContext = readsContext
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
  /// - Throws: `ActionError` when the state does not have the shape that the reducer expects.
  public func starting(with state: JSONValue) throws(ActionError) -> Feature {
    try check(state)
    return Feature(
      actions: actions, messages: messages, schemas: schemas, stateSchema: stateSchema, handlesClosed: handlesClosed,
      onEnter: onEnter, onLeave: onLeave, initialState: { _ in state }, readsContext: readsContext, reduce: reduce,
      check: check)
  }

  /// Whether the reducer takes actions of a type from a sender.
  func accepts(_ type: String, from origin: App.Origin) -> Bool { origin.sends(type, to: actions, messages) }

  private static func decode<State: JSONConvertible>(_ json: JSONValue, as type: State.Type) throws(ActionError)
    -> State
  {
    do {
      return try State(json: json)
    } catch let mismatch as JSONMismatch {
      throw .badState("The screen's state does not fit its reducer: \(mismatch).", at: mismatch.pointer)
    } catch {
      throw .invalid("bad-state", "The screen's state does not fit its reducer: \(error).", at: "state")
    }
  }
}
