import JSON
import Navigation
import Sessions

/// A test of an app: actions and waiting times, each with the expected state.
///
/// ```json
/// {
///   "app": "app.json",
///   "steps": [
///     { "action": { "type": "push", "route": "menu" }, "expect": { "routes": ["welcome", "menu"] } },
///     { "wait": "PT60S", "expect": { "routes": ["welcome"] } }
///   ]
/// }
/// ```
package struct Scenario: Sendable {
  /// The name in messages.
  package let name: String
  package let app: AppSource
  let start: TransientSession.Start
  /// The time at which the session begins, in milliseconds since 1970.
  let at: Int64
  let steps: [Step]
  /// The place of the scenario in its file.
  package let place: JSONPointer

  /// The later versions of the app, in the order of the steps that migrate to them.
  package var migrations: [AppSource] {
    steps.compactMap { if case .migrate(let app) = $0.event { app } else { nil } }
  }

  /// The app of a scenario.
  package enum AppSource: Sendable {
    case definition(JSONValue, at: JSONPointer)
    /// The path of a definition, from the file of the scenario on.
    case file(String, at: JSONPointer)
  }

  /// A step with its expectation.
  struct Step: Sendable {
    let event: Event
    let expectation: Expectation?
    let place: JSONPointer
  }

  /// The sender of an action or a move.
  enum Sender: Sendable {
    case client, backend
    /// The holder of a JWT with these claims.
    case claims(JSONObject)
  }

  /// The event of a step.
  enum Event: Sendable {
    case send([JSONValue], isBatch: Bool, from: Sender)
    case move(HistoryMove, from: Sender)
    /// The change of the revision is made by another action or batch.
    case amend(Int, JSONValue, from: Sender)
    /// The action of a message from another session.
    case receive(JSONValue)
    /// Milliseconds.
    case wait(Int64)
    /// The answer to the oldest call, or to the oldest of a URL.
    case answer(CallAnswer, url: String?)
    /// The session's migration to a later version of the app.
    case migrate(AppSource)
    case nothing
  }
}

extension Scenario.Event {
  /// The event in messages.
  var name: String {
    switch self {
    case .send(let actions, let isBatch, _): isBatch ? "batch" : actions.first?["type"]?.stringValue ?? "action"
    case .move(.undo, _): "undo"
    case .move(.redo, _): "redo"
    case .move(.jump, _): "jump"
    case .move(.amend, _), .amend: "amend"
    case .receive: "message"
    case .wait: "wait"
    case .answer: "answer"
    case .migrate: "migrate"
    case .nothing: "expect"
    }
  }
}

/// The expected state after a step: members of `expect` with their values.
struct Expectation: Sendable {
  let members: JSONObject
  let place: JSONPointer
}
