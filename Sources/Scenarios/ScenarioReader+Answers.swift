import AppDefinitions
import JSON
import Navigation

// Answers to calls.
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
      note("`answer` has `status`, with or without `body`, or else `reason`.", at: node.place)
      return nil
    }
    return answer.map { .answer($0, url: url) }
  }

  private mutating func status(_ node: JSONNode) -> Int? {
    if case .integer(let status) = node.value, (200..<500).contains(status), status != 429 { return Int(status) }
    note(
      "`status` is an integer from 200 to 499 other than 429, which is no answer, as are 500 and above: for these "
        + "`reason` is \"unavailable\". This is \(node.value.excerpt).", at: node.place)
    return nil
  }

  private mutating func reason(_ node: JSONNode) -> String? {
    if let reason = node.value.stringValue, Self.reasons.contains(reason) { return reason }
    let known = Self.reasons.map { "`\($0)`" }.joined(separator: ", ")
    note("`reason` is one of \(known); this is \(node.value.excerpt).", at: node.place)
    return nil
  }

  private static let reasons = ["timeout", "unreachable", "unavailable", "too-large", "not-allowed"]
}
