import JSON
import Reduction

extension AppFeature {
  /// A part of an app's state, and its location in the session.
  public struct Part<State>: Sendable {
    enum Location: Equatable {
      case screen(route: String, isOptional: Bool)
      case data
    }

    let location: Location
    /// The schema of the part; nil when its type declares none.
    let schema: JSONValue?
    /// Reads the part of a state as JSON.
    let json: @Sendable (State) -> JSONValue
    /// Makes a feature without actions for a route that has none, which creates the part for a new screen.
    let feature: @Sendable (State) -> Feature?
    private let set: @Sendable (inout State, JSONValue) throws -> Void
    private let isEqual: @Sendable (State, State) -> Bool

    private init<Value: JSONConvertible & Equatable & Sendable>(
      _ location: Location, _ path: WritableKeyPath<State, Value> & Sendable,
      feature: @escaping @Sendable (State) -> Feature? = { _ in nil }
    ) {
      self.location = location
      self.feature = feature
      schema = Value.jsonSchema
      json = { $0[keyPath: path].json }
      set = { state, json in state[keyPath: path] = try Value(json: json) }
      isEqual = { $0[keyPath: path] == $1[keyPath: path] }
    }
  }
}

extension AppFeature.Part {
  /// The state of the topmost screen of that route in the root container. Without such a screen, actions are refused.
  ///
  /// The route needs no feature: a new screen of it starts with this part of the feature's initial state.
  public static func screen<Value: JSONConvertible & Equatable & Sendable>(
    _ route: String, _ path: WritableKeyPath<State, Value> & Sendable
  ) -> Self {
    Self(.screen(route: route, isOptional: false), path) { state in
      let value = state[keyPath: path]
      return .shared { _ in value }
    }
  }

  /// The state of the topmost screen of that route in the root container; nil while there is none.
  ///
  /// The reducer cannot open or remove the screen through it: setting a value while there is no screen is refused, and
  /// nil sets the state `null`. The route needs a feature, which creates the state of a new screen.
  public static func screen<Value: JSONConvertible & Equatable & Sendable>(
    _ route: String, ifThere path: WritableKeyPath<State, Value?> & Sendable
  ) -> Self {
    Self(.screen(route: route, isOptional: true), path)
  }

  /// The app's data.
  public static func data<Value: JSONConvertible & Equatable & Sendable>(
    _ path: WritableKeyPath<State, Value> & Sendable
  ) -> Self {
    Self(.data, path)
  }
}

extension AppFeature.Part {
  var route: String {
    switch location {
    case .screen(let route, _): route
    case .data: ""
    }
  }

  /// Reads the app's data.
  func read(_ state: inout State, from data: JSONValue) throws(ActionError) {
    try set(&state, data, "The app's data does")
  }

  func read(_ state: inout State, from tree: Tree) throws(ActionError) {
    switch location {
    case .data: try read(&state, from: tree.data)
    case .screen(let route, let isOptional):
      if let screen = Self.screen(of: route, in: tree) {
        try set(&state, screen.state, "The state of the screen \"\(screen.id)\" does")
      } else if isOptional {
        try set(&state, .null, "null does")
      } else {
        throw gone
      }
    }
  }

  /// Stores the part at its location, if it changed.
  func write(_ new: State, over former: State, to draft: inout Draft) throws(ActionError) {
    guard !isEqual(former, new) else { return }
    switch location {
    case .data: draft.setData(to: json(new))
    case .screen(let route, _):
      guard let screen = Self.screen(of: route, in: draft.tree) else { throw gone }
      draft.setState(of: screen, to: json(new))
    }
  }

  private func set(_ state: inout State, _ json: JSONValue, _ subject: @autoclosure () -> String) throws(ActionError) {
    do {
      do {
        try set(&state, json)
      } catch {
        let full = json.completed(by: self.json(state))
        guard full != json else { throw error }
        try set(&state, full)
      }
    } catch let mismatch as JSONMismatch {
      throw .badState("\(subject()) not fit the app's reducer: \(mismatch).", at: mismatch.pointer)
    } catch {
      throw .invalid("bad-state", "\(subject()) not fit the app's reducer: \(error).", at: "state")
    }
  }

  /// The screen whose state is shared under that route.
  private static func screen(of route: String, in tree: Tree) -> Screen? {
    tree.root.screens.last { $0.route == route }
  }

  private var gone: ActionError {
    .forbidden(
      "screen-gone",
      "The app's reducer needs the screen \"\(route)\", which is not in the root container.")
  }
}

extension Feature {
  /// Creates a feature without actions of its own, whose state the app's reducer changes.
  ///
  /// - Parameter initialState: Returns the state of a new screen with these params.
  public static func shared<State: JSONConvertible & Sendable>(
    initialState: @escaping @Sendable (JSONObject) -> State
  ) -> Feature {
    Feature(actions: [], initialState: initialState, reducer: Reducer<State, NoAction, Void>.empty, environment: ())
  }

  private enum NoAction: ActionConvertible {
    init?(_ action: Action) { nil }
    var action: Action { switch self {} }
  }
}
