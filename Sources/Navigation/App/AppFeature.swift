import JSON
import Reduction

/// The reducer of an app as a composition of features: the states of several screens and the app's data are one value.
///
/// Receives the actions that no screen on the focus path handles, from wherever the user is: a tab's feature also
/// reduces while another tab is selected. Changed parts are stored back to the screens that they belong to.
///
/// ```swift
/// AppFeature(
///   ShopState(), parts: [.screen("cart", \.cart), .screen("settings", \.settings), .data(\.user)],
///   actions: ShopAction.names, reducer: shop, environment: ())
/// ```
/// An action that the reducer feeds back is dispatched like one from a client, so it can also be a navigation action.
public struct AppFeature: Sendable {
  /// The `type`s of the actions that clients can send. Actions from effects and from the server are not restricted.
  public let actions: [String]
  /// The `type`s of the actions that, besides, messages of reducers and backends can have. Clients cannot send them.
  public let messages: [String]
  /// The schemas of the actions that declare one.
  public let schemas: [ActionSchema]
  /// The features for shared routes that have none of their own.
  let features: [String: Feature]
  /// The initial data of a session; nil when the data is not a part of the state.
  let data: JSONValue?
  /// The schema of the data; nil when its type declares none.
  let dataSchema: JSONValue?
  /// Checks that the reducer can read the app's data; nil when they are not a part of the state.
  let checkData: (@Sendable (JSONValue) throws(ActionError) -> Void)?
  /// Whether the environment is made from the context of each change.
  let readsContext: Bool
  /// Runs the reducer on the states in the draft; nil when it does not know the action.
  let reduce: @Sendable (Action, inout Draft) throws(ActionError) -> Effect<Action>?

  /// Creates a feature of a composed reducer.
  ///
  /// - Parameters:
  ///   - state: The initial state, from which the states of new screens and the app's data are taken.
  ///   - parts: The locations of the parts. A property that is not a part has its value from `state` for every action.
  ///   - actions: The `type`s of the actions that clients can send.
  ///   - messages: The `type`s of the actions that only messages of reducers and backends can have.
  ///   - schemas: The schemas of the actions, for documents and forms, instead of those that their type declares. An
  ///     action without one is shown with any fields.
  ///   - reducer: The reducer of the whole state. Its effects are run by the session.
  ///   - environment: The dependencies of the reducer.
  public init<State: Sendable, AppAction: ActionConvertible, Environment: Sendable>(
    _ state: State, parts: [Part<State>], actions: [String], messages: [String] = [], schemas: [ActionSchema] = [],
    reducer: Reducer<State, AppAction, Environment>, environment: Environment
  ) {
    self.init(state, parts, actions, messages, schemas, reducer, readsContext: false, { _ in environment })
  }

  /// Creates a feature of a composed reducer whose dependencies are made for each change.
  ///
  /// - Parameter environment: Makes the dependencies of the reducer for a change.
  public init<State: Sendable, AppAction: ActionConvertible, Environment: Sendable>(
    _ state: State, parts: [Part<State>], actions: [String], messages: [String] = [], schemas: [ActionSchema] = [],
    reducer: Reducer<State, AppAction, Environment>,
    environment: @escaping @Sendable (ReducerContext) -> Environment
  ) {
    self.init(state, parts, actions, messages, schemas, reducer, readsContext: true, environment)
  }

  private init<State: Sendable, AppAction: ActionConvertible, Environment>(
    _ state: State, _ parts: [Part<State>], _ actions: [String], _ messages: [String], _ schemas: [ActionSchema],
    _ reducer: Reducer<State, AppAction, Environment>, readsContext: Bool,
    _ environment: @escaping @Sendable (ReducerContext) -> Environment
  ) {
    self.actions = actions
    self.messages = messages
    self.schemas = ActionSchema.all(of: AppAction.self, actions, instead: schemas)
    self.features = Dictionary(
      parts.compactMap { part in part.feature(state).map { (part.route, $0) } }, uniquingKeysWith: { _, last in last })
    let dataPart = parts.last { $0.location == .data }
    self.data = dataPart?.json(state)
    self.dataSchema = dataPart?.schema
    if let dataPart {
      self.checkData = { (data) throws(ActionError) in
        var copy = state
        try dataPart.read(&copy, from: data)
      }
    } else {
      self.checkData = nil
    }
    self.readsContext = readsContext
    self.reduce = { (action, draft) throws(ActionError) in
      guard let appAction = try AppAction(action) else { return nil }
      var former = state
      for part in parts { try part.read(&former, from: draft.tree) }
      var new = former
      let effect: Effect<AppAction>
      let environment = environment(readsContext ? ReducerContext(of: draft) : .empty)
      do throws(Refusal) { effect = try reducer.reduce(&new, appAction, environment) } catch {
        throw ActionError(error)
      }
      for part in parts { try part.write(new, over: former, to: &draft) }
      return effect.map { $0.action }
    }
  }

  /// Whether the reducer takes actions of a type from a sender.
  func accepts(_ type: String, from origin: App.Origin) -> Bool { origin.sends(type, to: actions, messages) }

  /// Returns the route; one without a feature gets that of the shared part.
  func completing(_ route: Route) -> Route {
    guard route.feature == nil, let feature = features[route.name] else { return route }
    var route = route
    route.feature = feature
    return route
  }
}
