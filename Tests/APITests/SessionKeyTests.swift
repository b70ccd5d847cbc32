import JSON
import Sessions
import Testing

@testable import API

@Suite("Keys and labels of sessions", .closesAPIs)
struct SessionKeyTests {
  private func create(_ harness: APIHarness, _ members: String = "") async throws -> Answer {
    try await harness.send("POST", "/v1/sessions", #"{"app":"counter"\#(members)}"#)
  }

  private func ids(_ harness: APIHarness, _ query: String) async throws -> Set<String> {
    let page = try await harness.send("GET", "/v1/sessions?" + query).json()
    return Set((page["items"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue })
  }

  private func path(_ answer: Answer) throws -> String {
    "/v1/sessions/" + (try answer.json()["id"]?.stringValue ?? "")
  }

  @Test("A session shows the key and labels of its creation and is found by its key", arguments: Way.allCases)
  func shown(way: Way) async throws {
    let harness = try await openAPI(way)
    let made = try await create(harness, #","key":"order 17/ä","labels":{"store":"berlin","hall":"2"}"#)
    #expect(made.status == 201)
    let shown = try await harness.send("GET", path(made))
    #expect(shown.text.contains(#""key":"order 17/ä","labels":{"hall":"2","store":"berlin"},"navigation""#))
    let found = try await harness.send("GET", "/v1/apps/counter/sessions/order%2017%2F%C3%A4")
    #expect(found.text == shown.text)
    #expect(found["ETag"] == "\"1\"")
  }

  @Test("A creation with a taken key is refused, or returns the existing session without a token")
  func taken() async throws {
    let harness = try await openAPI(.inProcess)
    let first = try await create(harness, #","key":"a""#)
    let second = try await create(harness, #","key":"a""#)
    #expect(second.status == 409)
    #expect(try second.json()["code"] == "key-taken")
    let existing = try await create(harness, #","key":"a","ifExists":"return""#)
    #expect(existing.status == 200)
    #expect(try existing.json()["id"] == first.json()["id"])
    #expect(try existing.json()["token"] == nil)
    #expect(try await create(harness, #","key":"b","ifExists":"return""#).status == 201)
  }

  @Test(
    "Keys that only look alike are those of different sessions",
    arguments: [["Karl", "%E2%84%AAarl"], ["%C3%A9", "e%CC%81"]])
  func lookAlikes(keys: [String]) async throws {
    let harness = try await openAPI(.inProcess)
    let paths = keys.map { "/v1/apps/counter/sessions/" + $0 }
    var ids: [JSONValue?] = []
    for path in paths {
      let made = try await harness.send("POST", path + "/increment", #"{"create": {}}"#).json()
      #expect(made["created"] == true)
      ids.append(made["session"]?["id"])
    }
    #expect(ids[0] != ids[1])
    for (path, id) in zip(paths, ids) { #expect(try await harness.send("GET", path).json()["id"] == id) }
    #expect(try await self.ids(harness, "app=counter&key=" + keys[1]) == [ids[1]?.stringValue ?? ""])
    #expect(try await harness.send("DELETE", paths[1]).status == 204)
    #expect(try await harness.send("GET", paths[0]).status == 200)
    #expect(try await harness.send("GET", paths[1]).status == 404)
  }

  @Test("Labels whose names or values only look alike are different labels and values")
  func alikeLabels() async throws {
    let harness = try await openAPI(.inProcess)
    let made = try await create(harness, ##","labels":{"K":"3","\u212a":"é"}"##)
    #expect(try made.json()["labels"] == ["K": "3", "\u{212A}": "é"])
    #expect(try await ids(harness, "label=%E2%84%AA:%C3%A9").count == 1)
    for query in ["label=K:%C3%A9", "label=%E2%84%AA:e%CC%81", "label=%E2%84%AA:3"] {
      #expect(try await ids(harness, query).isEmpty)
    }
    let changed = try await harness.send("PATCH", path(made), ##"{"labels":{"\u212a":"e\u0301"}}"##).json()
    #expect(changed["labels"] == ["K": "3", "\u{212A}": "e\u{301}"])
    let left = try await harness.send("PATCH", path(made), ##"{"labels":{"\u212a":null}}"##).json()
    #expect(left["labels"] == ["K": "3"])
  }

  @Test("Deleting a session releases its key")
  func released() async throws {
    let harness = try await openAPI(.inProcess)
    let first = try await create(harness, #","key":"a""#)
    #expect(try await harness.send("DELETE", path(first)).status == 204)
    #expect(try await harness.send("GET", "/v1/apps/counter/sessions/a").status == 404)
    #expect(try await create(harness, #","key":"a""#).status == 201)
  }

  @Test("PATCH merges labels, removes a label with null and makes no revision")
  func patch() async throws {
    let harness = try await openAPI(.inProcess)
    let session = try path(try await create(harness, #","labels":{"a":"1","b":"2"}"#))
    let patched = try await harness.send("PATCH", session, #"{"labels":{"a":null,"b":"3","c":"4"}}"#)
    #expect(try patched.json()["labels"] == ["b": "3", "c": "4"])
    #expect(try patched.json()["revision"] == 1)
    #expect(try await harness.send("GET", session).text == patched.text)
    _ = try await harness.send("PATCH", session, #"{"labels":{"b":null,"c":null}}"#)
    #expect(try await harness.send("GET", session).json()["labels"] == nil)
  }

  @Test("PATCH gives a session without a key one, which stays", arguments: Way.allCases)
  func guest(way: Way) async throws {
    let harness = try await openAPI(way)
    let (guest, other) = (try path(try await create(harness)), try path(try await create(harness)))
    let patched = try await harness.send("PATCH", guest, #"{"key":"user:ann","labels":{"person":"ann"}}"#)
    #expect(try patched.json()["key"] == "user:ann")
    #expect(try patched.json()["labels"] == ["person": "ann"])
    #expect(try patched.json()["revision"] == 1)
    #expect(try await harness.send("GET", "/v1/apps/counter/sessions/user:ann").text == patched.text)
    #expect(try await create(harness, #","key":"user:ann","ifExists":"return""#).json()["id"] == patched.json()["id"])
    for (session, key) in [(other, "user:ann"), (guest, "user:bob")] {
      let refused = try await harness.send("PATCH", session, #"{"key":"\#(key)","labels":{"a":"1"}}"#)
      #expect(refused.status == 409)
      #expect(try refused.json()["code"] == "key-taken")
      #expect(try await harness.send("GET", session).json()["labels"]?["a"] == nil)
    }
    #expect(try await harness.send("PATCH", guest, #"{"key":"user:ann"}"#).status == 200)
    #expect(try await harness.send("PATCH", other, "{}").json()["code"] == "missing-member")
    #expect(try await harness.send("DELETE", guest).status == 204)
    #expect(try await harness.send("PATCH", other, #"{"key":"user:ann"}"#).status == 200)
  }

  @Test("A PATCH with too many labels or a different If-Match revision changes nothing")
  func refusedPatch() async throws {
    let harness = try await openAPI(.inProcess)
    let session = try path(try await create(harness))
    let labels = (0..<17).map { #""l\#($0)":"x""# }.joined(separator: ",")
    let refused = try await harness.send("PATCH", session, #"{"labels":{\#(labels)}}"#)
    #expect(refused.status == 409)
    #expect(try refused.json()["code"] == "too-many-labels")
    let late = try await harness.send("PATCH", session, #"{"labels":{"a":"1"}}"#, "If-Match: \"2\"")
    #expect(late.status == 412)
    #expect(try await harness.send("GET", session).json()["labels"] == nil)
  }

  @Test("The session list is filtered by key, labels and the time of the last change", arguments: Way.allCases)
  func filters(way: Way) async throws {
    let harness = try await openAPI(way)
    var ids: [String] = []
    for members in [#","key":"k","labels":{"a":"1","b":"1"}"#, #","labels":{"a":"1","b":"2"}"#, ""] {
      ids.append(try await create(harness, members).json()["id"]?.stringValue ?? "")
      harness.clock.advance(1_000)
    }
    #expect(try await self.ids(harness, "key=k") == [ids[0]])
    #expect(try await self.ids(harness, "label=a:1") == [ids[0], ids[1]])
    #expect(try await self.ids(harness, "label=a:1&label=b:2") == [ids[1]])
    #expect(try await self.ids(harness, "label=a:3").isEmpty)
    #expect(try await self.ids(harness, "updatedBefore=2026-01-02T03:04:06.678Z") == [ids[0]])
  }

  @Test("The session list rejects an invalid key or label", arguments: ["key=", "label=a", "label=:b"])
  func badFilters(query: String) async throws {
    let harness = try await openAPI(.inProcess)
    try expectProblem(try await harness.send("GET", "/v1/sessions?" + query), 400, "bad-parameter")
    let long = String(repeating: "k", count: 201)
    try expectProblem(try await harness.send("GET", "/v1/sessions?key=" + long), 400, "bad-parameter")
  }

  @Test(
    "A creation with an invalid key or label is rejected with its place",
    arguments: [
      (#""key":"""#, "/key"), (#""key":7"#, "/key"), (#""ifExists":"return""#, "/ifExists"),
      (#""key":"a","ifExists":"replace""#, "/ifExists"), (#""labels":[]"#, "/labels"),
      (#""labels":{"a":1}"#, "/labels/a"), (#""labels":{"a:b":"1"}"#, "/labels/a:b"),
      (#""labels":{"":"1"}"#, "/labels/"),
    ])
  func faults(members: String, pointer: String) async throws {
    let harness = try await openAPI(.inProcess)
    let refused = try await create(harness, "," + members)
    #expect(refused.status == 422)
    #expect(try refused.json()["errors"]?.arrayValue?.first?["pointer"]?.stringValue == pointer)
  }

  @Test("Export and import keep the key and labels, and an import with a taken key is refused")
  func archive() async throws {
    let harness = try await openAPI(.inProcess)
    let session = try path(try await create(harness, #","key":"a","labels":{"x":"y"}"#))
    _ = try await harness.send("POST", session + "/push", "{}")
    let archive = try await harness.send("GET", session + "/export").text
    _ = try await harness.send("DELETE", session)
    let other = try path(try await create(harness, #","key":"a""#))
    let type = "Content-Type: application/x-ndjson"
    let refused = try await harness.send("POST", "/v1/imports", archive, type)
    #expect(try refused.json()["code"] == "key-taken")
    _ = try await harness.send("DELETE", other)
    #expect(try await harness.send("POST", "/v1/imports", archive, type).status == 201)
    #expect(try await harness.send("GET", session + "/export").text == archive)
  }

  @Test("A repeated request returns its first response after the labels have changed")
  func replay() async throws {
    let harness = try await openAPI(.inProcess)
    let data = String(repeating: "x", count: 5_000)
    let session = try path(try await create(harness, #","labels":{"x":"y"},"data":{"long":"\#(data)"}"#))
    let first = try await harness.send("POST", session + "/push", "{}", "Idempotency-Key: k")
    _ = try await harness.send("PATCH", session, #"{"labels":{"x":"z"}}"#)
    let again = try await harness.send("POST", session + "/push", "{}", "Idempotency-Key: k")
    #expect(again["Idempotency-Replayed"] == "true")
    #expect(again.text == first.text)
  }
}
