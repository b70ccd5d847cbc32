import CEL
import JSON

/// The actions for the answer to a call, with the variables of the step that asked.
///
/// Kept as JSON until the answer arrives, possibly in a later process and in another version of the app.
package struct CallReply: Sendable, Equatable {
  package let json: JSONObject

  /// Reads a stored reply.
  package init(json: JSONObject) {
    self.json = json
  }

  init(_ step: CallStep, _ scope: LogicScope, of app: App) {
    var json: JSONObject = [
      "at": .string(step.place.text), "version": .integer(Int64(app.version)), "then": step.then,
    ]
    if let otherwise = step.otherwise { json["otherwise"] = otherwise }
    if let id = step.limits.id { json["id"] = .string(id) }
    if let attempts = step.limits.attempts { json["attempts"] = .integer(Int64(attempts)) }
    if let deadline = step.limits.deadline { json["deadline"] = .integer(deadline) }
    if !scope.args.isEmpty { json["args"] = .object(scope.args) }
    if let params = scope.params { json["params"] = .object(params) }
    if let result = scope.result {
      json["result"] = result.value
      json["cancelled"] = .bool(result.isCancelled)
    }
    self.json = json
  }

  /// The version of the app whose step asked; nil: the reply was stored by an earlier version of the server.
  package var version: Int? { json["version"]?.integerValue.map(Int.init) }

  /// The reply with the names that routes have in a later version of the app.
  ///
  /// - Parameter versions: The versions from the reply's own on, to which migrations have led.
  package func renamed(along versions: [App]) throws(ActionError) -> CallReply {
    var json = json
    for (former, next) in zip(versions, versions.dropFirst()) {
      guard let rule = next.migrations[former.version] else { continue }
      for name in Self.actions {
        if let action = json[name]?.objectValue { json[name] = .object(try rule.renamed(action)) }
      }
    }
    return CallReply(json: json)
  }

  /// Checks that a later version of the app has what the actions name.
  ///
  /// - Parameter versions: The versions from the reply's own on.
  /// - Throws: `ActionError` (`migration-misfit`).
  package func checkFits(along versions: [App]) throws(ActionError) {
    guard let app = versions.last else { return }
    do throws(ActionError) {
      let renamed = try renamed(along: versions)
      for name in Self.actions {
        if let action = renamed.json[name] { try app.check(try Action(json: action)) }
      }
    } catch {
      throw .misfit(app, "A pending call cannot be migrated: \(error.refusal.explanation)")
    }
  }

  private static let actions = ["then", "otherwise"]

  /// The name of the call; nil: it has none.
  package var id: String? { json["id"]?.stringValue }
  /// The greatest number of attempts; nil: that of the server.
  package var attempts: Int? {
    json["attempts"]?.integerValue.flatMap { CallRequest.attempts.contains($0) ? Int($0) : nil }
  }
  /// The milliseconds after which no further attempt is made; nil: those of the server.
  package var deadline: Int64? {
    json["deadline"]?.integerValue.flatMap { (1...CallRequest.longestDeadline).contains($0) ? $0 : nil }
  }

  /// The failure that takes the place of an answer whose action is refused; nil: there is no action for a failure.
  package func fallback(from answer: CallAnswer) -> CallAnswer? {
    guard case .response = answer, json["otherwise"] != nil else { return nil }
    return .failure(reason: "bad-answer")
  }

  /// The action for an answer, addressed to the screen that asked.
  ///
  /// - Throws: `ActionError` if an expression fails, or if there is no answer and no action for that.
  package func action(
    for answer: CallAnswer, of screen: Screen.ID?, _ app: App, _ draft: borrowing Draft
  ) throws(ActionError) -> Action {
    let name = if case .response = answer { "then" } else { "otherwise" }
    guard let template = json[name] else { throw Self.failed(answer) }
    let place = JSONPointer(json["at"]?.stringValue ?? "") ?? JSONPointer()
    var faults: [ExpressionFault] = []
    let compiled = ValueTemplate(template, in: Self.environment, at: place.appending(name: name)) {
      faults.append($1)
    }
    if let fault = faults.first {
      throw .forbidden(
        "expression-failed", "An expression at \(place) of the app's definition has a fault.",
        diagnosis: "An expression at \(place) has a fault: \(fault.message).")
    }
    var budget = EvaluationBudget()
    let action = try Action(json: try compiled.filled(scope(answer, screen), app, draft, &budget))
    guard let screen else { return action }
    return Action("screen", ["id": .string(screen), "action": .object(action.fields)])
  }

  /// The record of an action for an answer whose expressions failed. Clients read it, so it has neither expressions nor
  /// other texts of the definition.
  package static let unfilled: JSONObject = ["type": "call"]

  private func scope(_ answer: CallAnswer, _ screen: Screen.ID?) -> LogicScope {
    var scope = LogicScope(screen: screen)
    scope.args = json["args"]?.objectValue ?? [:]
    scope.params = json["params"]?.objectValue
    if let value = json["result"] {
      scope.result = LogicScope.Result(value: value, isCancelled: json["cancelled"] == true)
    }
    scope.answer = answer.json
    return scope
  }

  /// The expressions were checked with the definition.
  private static let environment = CELEnvironment.unchecked(LogicVariable.allCases.map(\.rawValue))

  private static func failed(_ answer: CallAnswer) -> ActionError {
    guard case .failure(let reason) = answer else { return .forbidden("call-failed", "The call has no `then`.") }
    return .forbidden("call-failed", "The call has no answer: \(reason).")
  }
}
