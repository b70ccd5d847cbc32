import AppDefinitions
import JSON
import Navigation
import Testing

@Suite("Calls in definitions")
struct CallTests {
  private static func definition(_ step: String) -> String {
    """
    {"app": "a", "version": 1, "data": {"n": 1, "token": "x", "answer": null}, "root": {"kind": "stack"},
    "actions": {"ask": {"args": {"id": "integer"}, "do": \(step)},
    "done": {"args": {"value": "any"}, "do": {"set": {"data.answer": "args.value"}}}}, "routes": {"home": {}}}
    """
  }

  private func asked(_ step: String) throws -> [SentCall] {
    let app = try AppDefinition(try JSONValue(parsing: Self.definition(step))).app
    var draft = Draft(try app.start())
    try app.reduce(Action("ask", ["id": 7]), &draft, from: .client)
    return draft.calls
  }

  @Test("A call fills in its URL, header fields and content")
  func request() throws {
    let step = #"""
      {"call": "https://pay.example/${args.id}", "method": "PUT", "headers": {"Authorization": "Bearer ${data.token}"},
      "body": {"n": "${data.n}"}, "timeout": "PT5S", "then": {"type": "done", "value": "${answer.body}"}}
      """#
    let request = CallRequest(
      method: "PUT", url: "https://pay.example/7",
      fields: ["Authorization: Bearer x", "Content-Type: application/json"], body: Array(#"{"n":1}"#.utf8),
      timeout: 5_000)
    #expect(try asked(step).map(\.request) == [request])
  }

  @Test("A call is a POST without content and times out after 10 seconds by default")
  func standard() throws {
    let request = CallRequest(method: "POST", url: "http://pay.example", timeout: 10_000)
    #expect(
      try asked(#"{"call": "http://pay.example", "then": {"type": "done", "value": 1}}"#).map(\.request) == [request])
  }

  @Test("A text body is sent unchanged if the header fields of the call contain its type")
  func textContent() throws {
    let step = #"""
      {"call": "http://pay.example", "headers": {"content-type": "text/plain"}, "body": "a ${args.id}",
      "then": {"type": "done", "value": 1}}
      """#
    #expect(try asked(step).map { String(decoding: $0.request.body ?? [], as: UTF8.self) } == ["a 7"])
  }

  @Test(
    "The computed URL and header fields of a call are checked when it is made",
    arguments: [
      #"{"call": "${data.token}", "then": {"type": "done", "value": 1}}"#,
      #"{"call": "${'http://a/b c'}", "then": {"type": "done", "value": 1}}"#,
      #"{"call": "http://a/${'..'}/b", "then": {"type": "done", "value": 1}}"#,
      #"{"call": "http://a/b/.${'.'}?c", "then": {"type": "done", "value": 1}}"#,
      #"{"call": "${'http://a/b/%2E.'}", "then": {"type": "done", "value": 1}}"#,
      #"{"call": "${'http://a/b/..\\\\c'}", "then": {"type": "done", "value": 1}}"#,
      #"{"call": "http://a", "headers": {"X": "${'a\\r\\nY: b'}"}, "then": {"type": "done", "value": 1}}"#,
      #"{"call": "http://a", "headers": {"X": "${[1]}"}, "then": {"type": "done", "value": 1}}"#,
    ])
  func badCalls(step: String) throws {
    let error = #expect(throws: ActionError.self) { try asked(step) }
    #expect(error?.refusal.code == "bad-call")
    #expect(error?.refusal.detail.contains("Y: b") == false)
  }

  @Test("A value in a URL is one path segment or one value of the query")
  func encoded() throws {
    let step = #"""
      {"call": "http://a/${'../ü?#%'}/c?d=${'e&f=g'}&h=${[1]}", "then": {"type": "done", "value": 1}}
      """#
    #expect(
      try asked(step).map(\.request.url) == ["http://a/..%2F%C3%BC%3F%23%25/c?d=e%26f%3Dg&h=%5B1%5D"])
    let whole = #"{"call": "${'http://' + 'a/b?c=' + url.encode('d e')}", "then": {"type": "done", "value": 1}}"#
    #expect(try asked(whole).map(\.request.url) == ["http://a/b?c=d%20e"])
  }

  @Test("A refusal has texts and values of the definition for the operator, and names and places for clients")
  func explained() throws {
    let call = #"{"call": "http://a", "headers": {"X-Key": "secret ${'\\n'}"}, "then": {"type": "done", "value": 1}}"#
    let failing = #"{"set": {"data.n": "data.n / (data.n - 1)"}}"#
    for (step, detail, secret) in [
      (call, "The header field `X-Key` must not have control characters.", "secret"),
      (failing, "The expression at /actions/ask/do/set/data.n of the app's definition failed.", "data.n = 1"),
    ] {
      let refusal = #expect(throws: ActionError.self) { try asked(step) }?.refusal
      #expect(refusal?.detail == detail)
      #expect(refusal?.explanation.contains(secret) == true)
    }
  }

  @Test("A session has at most 100 calls without an answer")
  func limit() throws {
    let step = #"{"call": "http://a", "then": {"type": "done", "value": 1}}"#
    #expect(try asked("[\(Array(repeating: step, count: 100).joined(separator: ","))]").count == 100)
    let error = #expect(throws: ActionError.self) {
      try asked("[\(Array(repeating: step, count: 101).joined(separator: ","))]")
    }
    #expect(error?.refusal.code == "too-many-calls")
  }

  @Test("A restart ends the earlier calls of a session")
  func restart() throws {
    let step = #"{"call": "http://a", "then": {"type": "done", "value": 1}}"#
    #expect(try asked(#"[\#(step), {"restart": true}]"#).isEmpty)
    #expect(try asked(#"[{"restart": true}, \#(step)]"#).count == 1)
  }

  private static let faultySteps = [
    ("a missing then", #"{"call": "http://a"}"#, "/then", "missing"),
    ("a literal without a scheme", #"{"call": "pay.example", "then": {"type": "done"}}"#, "/call", "http://"),
    ("a number as URL", #"{"call": 1, "then": {"type": "done"}}"#, "/call", "string"),
    ("a value in the host", #"{"call": "http://a.${args.id}/b", "then": {"type": "done"}}"#, "/call", "host"),
    ("a value in the port", #"{"call": "http://a:${args.id}/b", "then": {"type": "done"}}"#, "/call", "host"),
    ("a value in the scheme", #"{"call": "${data.token}://a/b", "then": {"type": "done"}}"#, "/call", "scheme"),
    ("a value as a user", #"{"call": "http://${args.id}@a/b", "then": {"type": "done"}}"#, "/call", "host"),
    ("an unknown method", #"{"call": "http://a", "method": "HEAD", "then": {"type": "done"}}"#, "/method", "HEAD"),
    (
      "a GET with content", #"{"call": "http://a", "method": "GET", "body": 1, "then": {"type": "done"}}"#, "/body",
      "GET"
    ),
    ("a long timeout", #"{"call": "http://a", "timeout": "PT61S", "then": {"type": "done"}}"#, "/timeout", "60"),
    (
      "a field of the server", #"{"call": "http://a", "headers": {"Host": "b"}, "then": {"type": "done"}}"#,
      "/headers/Host", "Host"
    ),
    ("an unknown member", #"{"call": "http://a", "than": 1, "then": {"type": "done"}}"#, "/than", "than"),
    ("an unknown action", #"{"call": "http://a", "then": {"type": "dune"}}"#, "/then/type", "dune"),
    ("an unknown name", #"{"call": "http://a/${date}", "then": {"type": "done"}}"#, "/call", "column"),
    (
      "an answer before it is there", #"{"call": "http://a", "body": "${answer}", "then": {"type": "done"}}"#, "/body",
      "no value here"
    ),
    (
      "a reason of an answer", #"{"call": "http://a", "then": {"type": "done", "value": "${answer.reason}"}}"#,
      "/then/value", "reason"
    ),
    (
      "a status of a failure",
      #"{"call": "http://a", "then": {"type": "done"}, "otherwise": {"type": "done", "value": "${answer.status}"}}"#,
      "/otherwise/value", "status"
    ),
  ]

  @Test("Each fault of a call has its place", arguments: faultySteps)
  func faults(_: String, step: String, pointer: String, says: String) throws {
    try Faulty(step, Self.definition(step), [("/actions/ask/do" + pointer, says)]).check()
  }
}
