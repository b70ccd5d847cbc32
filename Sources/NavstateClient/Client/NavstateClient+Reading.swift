import Foundation
import JSON
import Navigation

extension NavstateClient {
  /// Whether the client has the app, by which it predicts the effect of requests.
  public var predicts: Bool { app != nil }

  /// The current screen, which the user sees.
  public var current: Screen { tree.current }

  /// The screens of the innermost stack on the focus path, the first one first; the current screen alone without one.
  public var stack: [Screen] {
    let containers = tree.focusPath.reversed().compactMap { tree.container($0) }
    return containers.first { $0.kind == .stack }?.screens ?? [tree.current]
  }

  /// The link to the current screen; nil if it has none.
  public var url: String? {
    guard let app, tree != confirmed.tree else { return confirmed.url }
    return app.url(ofCurrentIn: tree)
  }

  /// The actions that are possible, with the effects of the requests that are predicted.
  public var can: SessionSnapshot.Abilities {
    guard let app, tree != confirmed.tree else { return confirmed.can }
    let abilities = app.abilities(of: tree)
    // A predicted change can be undone, and leaves nothing to redo.
    return SessionSnapshot.Abilities(
      goBack: abilities.goBack, pop: abilities.pop, dismiss: abilities.dismiss, undo: true, redo: false)
  }

  /// The identity of a screen or a container for views: it stays the same when the server's id becomes known.
  public func viewID(of id: String) -> String { model.viewID(of: id) }

  /// Reads the app's data as a type of one's own.
  ///
  /// - Throws: `DecodingError` when the data has another shape.
  public func data<Data: Decodable>(as type: Data.Type = Data.self) throws -> Data {
    try tree.data.decoded()
  }
}

extension Screen {
  /// Reads the params as a type of one's own.
  ///
  /// - Throws: `DecodingError` when the params have another shape.
  public func params<Params: Decodable>(as type: Params.Type = Params.self) throws -> Params {
    try JSONValue.object(params).decoded()
  }

  /// Reads the state as a type of one's own.
  ///
  /// - Throws: `DecodingError` when the state has another shape.
  public func state<State: Decodable>(as type: State.Type = State.self) throws -> State { try state.decoded() }
}

extension JSONValue {
  fileprivate func decoded<Value: Decodable>() throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(bytes))
  }
}
