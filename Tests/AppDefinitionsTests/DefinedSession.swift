import AppDefinitions
import JSON

@testable import Navigation

/// A session of an app that a text defines, and a client's actions in it.
struct DefinedSession {
  let app: App
  var draft: Draft

  init(_ definition: String) throws {
    app = try AppDefinition(try JSONValue(parsing: definition)).app
    draft = Draft(try app.start())
  }

  /// Performs an action, written in JSON, as one change.
  mutating func send(_ json: String) throws {
    try app.reduce(try Action(json: try JSONValue(parsing: json)), &draft, from: .client)
    _ = draft.finish()
  }
}
