import AppDefinitions
import JSON
import Scenarios
import Testing

@Suite("Answers to calls in scenarios")
struct AnswerTests {
  private static let app = #"""
    {"app": "a", "version": 1, "data": {"notes": []}, "root": {"kind": "stack", "initial": "home"}, "actions": {
      "ask": {"args": {"n": "integer"}, "do": {"call": "http://pay.example/${string(args.n)}", "method": "PUT",
        "headers": {"X-Id": "${string(args.n)}"}, "body": {"n": "${args.n}"},
        "then": {"type": "note", "text": "${string(answer.status) + string(args.n)}"},
        "otherwise": {"type": "note", "text": "${answer.reason}"}}},
      "plain": {"do": {"call": "http://pay.example/p", "then": {"type": "again"}}},
      "note": {"by": "backend", "args": {"text": "string"}, "do": {"append": {"data.notes": "args.text"}}},
      "again": {"do": {"restart": true}}},
    "routes": {"home": {}, "pay": {"actions": {"pay": {"do": {"call": "http://pay.example/s", "then": {"type": "pop"}}}}}}}
    """#

  /// Returns the failures of a scenario with these steps.
  private func failures(_ steps: String) throws -> [String] {
    let app = try JSONValue(parsing: Self.app)
    var reader = ScenarioReader()
    let scenarios = reader.scenarios(["app": app, "steps": try JSONValue(parsing: steps)])
    #expect(reader.faults.isEmpty && scenarios.count == 1)
    let definition = try AppDefinition(app).app
    return scenarios.flatMap { ScenarioRun.failures(of: $0, definition) }.map(\.description)
  }

  @Test("An answer is for the oldest call, or for the oldest call to its URL")
  func answers() throws {
    let steps = #"""
      [{"action": {"type": "ask", "n": 1}}, {"action": {"type": "ask", "n": 2}}, {"action": {"type": "ask", "n": 3}},
      {"answer": {"status": 200, "url": "http://pay.example/3"}, "expect": {"data": {"notes": ["2003"]}}},
      {"answer": {"status": 404}, "expect": {"data": {"notes": ["2003", "4041"]}}},
      {"answer": {"reason": "timeout"}, "expect": {"data": {"notes": ["2003", "4041", "timeout"]}}},
      {"answer": {"status": 200}, "expect": {"refused": "no-such-call", "changed": false}}]
      """#
    #expect(try failures(steps) == [])
  }

  @Test("An answer without an action for it ends the call with a refusal")
  func failure() throws {
    let steps = #"""
      [{"action": {"type": "plain"}},
      {"answer": {"reason": "unreachable"}, "expect": {"refused": "call-failed", "changed": true}},
      {"answer": {"status": 200}, "expect": {"refused": {"detail": "No call"}}}]
      """#
    #expect(try failures(steps) == [])
  }

  @Test(
    "A fault of an answer is found when the scenario is read",
    arguments: [
      (#"{"status": 503}"#, "/steps/0/answer/status: `status` must be"),
      (#"{"reason": "busy"}"#, "`reason` must be one of"),
      (#"{"body": 1}"#, "/steps/0/answer: `answer` has"), (#"{"status": 200, "reason": "timeout"}"#, "`answer` has"),
      (#"{"status": 200, "boddy": 1}"#, "did you mean `body`?"),
      (#"{"status": 200}, "wait": 1"#, "A step must have one of"),
    ])
  func faults(answer: String, fault: String) throws {
    var reader = ScenarioReader()
    _ = reader.scenarios(try JSONValue(parsing: #"{"app": "a.json", "steps": [{"answer": \#(answer)}]}"#))
    let found = reader.faults.map { "\($0.pointer.text): \($0.detail)" }
    #expect(found.contains { $0.contains(fault) }, "\(found)")
  }
}
