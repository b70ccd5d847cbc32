import AppDefinitions
import Navigation
import Sessions

// Answers to calls, and moves through the history.
extension ScenarioReader {
  mutating func answer(_ node: JSONNode) -> Scenario.Event? {
    guard isObject(node, "`answer`", members: ["status", "body", "reason", "url"]) else { return nil }
    let url = node["url"].flatMap { string($0, "`url`") }
    let answer: CallAnswer?
    switch (node["status"], node["body"], node["reason"]) {
    case (nil, nil, let reason?): answer = self.reason(reason).map(CallAnswer.failure)
    case (let status?, let body, nil):
      answer = self.status(status).map { .response(status: $0, body: body?.value ?? "") }
    default:
      return fault("`answer` has `status`, with or without `body`, or else `reason`.", at: node.place)
    }
    return answer.map { .answer($0, url: url) }
  }

  private mutating func status(_ node: JSONNode) -> Int? {
    if case .integer(let status) = node.value, (200..<500).contains(status), status != 429 { return Int(status) }
    return fault(
      "`status` must be an integer from 200 to 499 other than 429; it is \(node.value.excerpt). Without such an answer, use "
        + "`\"reason\": \"unavailable\"`.", at: node.place)
  }

  private mutating func reason(_ node: JSONNode) -> String? {
    if let reason = node.value.stringValue, Self.reasons.contains(reason) { return reason }
    let known = Self.reasons.map { "`\($0)`" }.joined(separator: ", ")
    return fault("`reason` must be one of \(known); it is \(node.value.excerpt).", at: node.place)
  }

  private static let reasons = ["timeout", "unreachable", "unavailable", "too-large", "not-allowed"]

  /// The move of a step; nil: it has none, or an invalid one, which is reported.
  mutating func historyMove(_ node: JSONNode) -> HistoryMove? {
    if let steps = node["undo"] { return count(steps, "`undo`").map { .undo(steps: $0) } }
    if let steps = node["redo"] { return count(steps, "`redo`").map { .redo(steps: $0) } }
    guard let revision = node["jump"] else { return nil }
    if case .integer(let number) = revision.value, number >= 1 { return .jump(revision: Int(number)) }
    return fault("`jump` must be a revision, from 1; it is \(revision.value.excerpt).", at: revision.place)
  }

  mutating func amend(_ node: JSONNode, from sender: Scenario.Sender) -> Scenario.Event? {
    guard isObject(node, "`amend`", members: ["revision", "action"]) else { return nil }
    guard case .integer(let revision)? = node["revision"]?.value, revision >= 1, let action = node["action"] else {
      return fault("`amend` must have a `revision`, from 1, and an `action`.", at: node.place)
    }
    return object(action, "`action`").map { .amend(Int(revision), .object($0), from: sender) }
  }

  private mutating func count(_ node: JSONNode, _ what: String) -> Int? {
    if node.value == true { return 1 }
    if case .integer(let steps) = node.value, steps >= 1 { return Int(steps) }
    return fault("\(what) must be true or a number of steps, from 1; it is \(node.value.excerpt).", at: node.place)
  }
}
