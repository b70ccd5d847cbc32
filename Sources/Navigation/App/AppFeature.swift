import JSON
import Reduction

/// The reducer of an app, as a composition of its features: it sees the states of the screens that they share, and the
/// app's data, as one value.
///
/// Gets the actions that no screen on the focus path knows, wherever the user is: a tab reduces also while another one
/// is selected. What its reducer changed is written back to the screens that it belongs to, and to no other.
///
/// ```swift
/// AppFeature(
///   ShopState(), parts: [.screen("cart", \.cart), .screen("settings", \.settings), .data(\.user)],
///   actions: ShopAction.names, reducer: shop, environment: ())
/// ```
/// An action that it feeds back is offered as one that a client sends, so that it may navigate, too.
public struct AppFeature: Sendable {
  /// The `type`s of the actions that clients can send. What it feeds back, and what the server sends, is not restricted.
  public let actions: [String]
  /// What the actions take, as far as that is declared.
  public let schemas: [ActionSchema]
  /// What the shared routes get that have no feature of their own.
  let features: [String: Feature]
  /// The app's data as a session begins with it; nil when the state has no part in it.
  let data: JSONValue?
  /// Runs on the states in the draft; nil when it does not know the action.
  let reduce: @Sendable (Action, inout Draft) throws(Refused) -> Effect<Action>?

  /// Makes the feature of a composed reducer.
  ///
  /// - Parameters:
  ///   - state: What the parts begin with: the states of new screens, and the app's data.
  ///   - parts: Where in the session each part of the state is kept. What is not named is as in `state`, every time.
  ///   - actions: The `type`s of the actions that clients can send.
  ///   - schemas: What they take, for documents and forms; one that is left out is shown with any fields.
  ///   - reducer: Runs on the whole state; its effects are values and are carried out by the session.
  public init<State: Sendable, AppAction: ActionConvertible, Environment: Sendable>(
    _ state: State, parts: [Part<State>], actions: [String], schemas: [ActionSchema] = [],
    reducer: Reducer<State, AppAction, Environment>, environment: Environment
  ) {
    self.actions = actions
    self.schemas = schemas
    self.features = Dictionary(
      parts.compactMap { part in part.feature(state).map { (part.route, $0) } }, uniquingKeysWith: { _, last in last })
    self.data = parts.last { $0.place == .data }?.json(state)
    self.reduce = { (action, draft) throws(Refused) in
      guard let appAction = try AppAction(action) else { return nil }
      var former = state
      for part in parts { try part.read(&former, from: draft.tree) }
      var new = former
      let effect: Effect<AppAction>
      do throws(Refusal) {
        effect = try reducer.reduce(&new, appAction, environment)
      } catch {
        throw Refused(error)
      }
      for part in parts { try part.write(new, over: former, to: &draft) }
      return effect.map { $0.action }
    }
  }

  /// The route with the feature that it gets by being shared, when it has none of its own.
  func completing(_ route: Route) -> Route {
    guard route.feature == nil, let feature = features[route.name] else { return route }
    var route = route
    route.feature = feature
    return route
  }
}
