import JSON
import Reduction

/// The reducer of a screen's state, its types erased to JSON: what a route refers to.
///
/// Does not navigate. What it wants done elsewhere it sends out as an output, and the app's router interprets it.
public struct Feature: Sendable {
  /// The `type`s of the actions that clients can send. Others that its reducer takes come only from its own effects, from
  /// the app's router or from the server.
  public let actions: [String]
  /// What the actions take, as far as that is declared.
  public let schemas: [ActionSchema]
  /// Whether its reducer takes ``Closed``, when a screen that its screen opened has gone.
  public let hearsClosed: Bool
  private(set) var initialState: @Sendable (JSONObject) -> JSONValue
  let reduce: @Sendable (inout JSONValue, Action) throws(Refused) -> Effect<Action>?
  let check: @Sendable (JSONValue) throws(Refused) -> Void

  /// Makes a feature of a reducer.
  ///
  /// - Parameters:
  ///   - actions: The `type`s of the actions that clients can send.
  ///   - schemas: What they take, for documents and forms; one that is left out is shown with any fields.
  ///   - hearsClosed: Whether `reducer` takes the action ``Closed``, which its `FeatureAction` then has to read.
  ///   - initialState: The state of a new screen with these params.
  ///   - reducer: Runs on the screen's state; its effects are values and are carried out by the session.
  public init<State: JSONConvertible & Sendable, FeatureAction: ActionConvertible, Environment: Sendable>(
    actions: [String],
    schemas: [ActionSchema] = [],
    hearsClosed: Bool = false,
    initialState: @escaping @Sendable (JSONObject) -> State,
    reducer: Reducer<State, FeatureAction, Environment>,
    environment: Environment
  ) {
    self.actions = actions
    self.schemas = schemas
    self.hearsClosed = hearsClosed
    self.initialState = { params in initialState(params).json }
    self.check = { state throws(Refused) in _ = try Self.decode(state, as: State.self) }
    self.reduce = { (json, action) throws(Refused) in
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
  }

  /// The same feature, but that a new screen begins with `state`, whatever its params.
  ///
  /// - Throws: When the state does not fit the reducer.
  public func starting(with state: JSONValue) throws(Refused) -> Feature {
    try check(state)
    var feature = self
    feature.initialState = { _ in state }
    return feature
  }

  private static func decode<State: JSONConvertible>(_ json: JSONValue, as type: State.Type) throws(Refused) -> State {
    do {
      return try State(json: json)
    } catch {
      throw .invalid("bad-state", "The screen's state does not fit its reducer: \(error).", at: "state")
    }
  }
}

/// An action of a feature, which clients send as JSON.
public protocol ActionConvertible: Sendable {
  /// nil: not an action of this feature.
  init?(_ action: Action) throws(Refused)
  var action: Action { get }
}

/// An output of a feature, which clients see as JSON.
public protocol NamedOutput: Output {
  var name: String { get }
  var value: JSONValue { get }
}
