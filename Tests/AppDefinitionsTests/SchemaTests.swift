import ExampleApps
import JSON
import Navigation
import Testing

@testable import AppDefinitions

@Suite("Schemas of data and states")
struct SchemaTests {
  private static let text = """
    {"app": "shop", "version": 1, "data": {"count": 1, "guest": null, "cart": []},
    "schema": {"properties": {"count": {"type": "integer", "maximum": 9}, "note": {"type": "string"},
      "guest": {"type": ["object", "null"], "properties": {"name": {"type": "string", "minLength": 1}}, "required": ["name"]},
      "cart": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer"}}}}}},
    "root": {"kind": "stack"},
    "actions": {"count": {"args": {"n": "integer"}, "do": {"set": {"data.count": "args.n"}}},
      "meet": {"args": {"who": "any?"}, "do": {"set": {"data.guest": "args.who"}}},
      "twice": {"args": {"n": "integer"}, "do": [{"set": {"data.count": "args.n * 100"}}, {"set": {"data.count": "args.n"}}]}},
    "routes": {"home": {"state": {"size": "S", "page": 1},
      "schema": {"properties": {"size": {"enum": ["S", "M"]}, "page": {"type": "integer", "minimum": 1}}},
      "actions": {"size": {"args": {"to": "string"}, "do": {"set": {"state.size": "args.to"}}}}}}}
    """

  private func app(_ text: String = text) throws -> App { try AppDefinition(try JSONValue(parsing: text)).app }

  private func send(_ action: Action, _ draft: inout Draft, of app: App) -> String? {
    do throws(ActionError) {
      try app.reduce(action, &draft)
      return nil
    } catch {
      draft.rollBack()
      return "\(error.refusal.code): \(error.refusal.detail)"
    }
  }

  @Test(
    "A change keeps to the schemas",
    arguments: [
      (Action("count", ["n": 9]), nil),
      (
        Action("count", ["n": 10]),
        "wrong-type: By its `schema`, the data of `shop` has a `count` that must be at most 9; it is 10."
      ),
      (Action("twice", ["n": 2]), nil),
      (Action("meet", ["who": ["name": "Ann"]]), nil),
      (Action("meet", ["who": nil]), nil),
      (
        Action("meet", ["who": ["name": ""]]),
        "wrong-type: By its `schema`, the data of `shop` has a `guest` that has a `name` that must have at least 1 character; it is \"\"."
      ),
      (
        Action("meet", ["who": 7]),
        "wrong-type: By its `schema`, the data of `shop` has a `guest` that must be an object or null; it is an integer."
      ),
      (Action("size", ["to": "M"]), nil),
      (
        Action("size", ["to": "L"]),
        "wrong-type: By its `schema`, the state of \"home\" has a `size` that must be one of \"S\", \"M\"; it is \"L\"."
      ),
      (
        Action("setState", ["state": ["page": 0]]),
        "bad-state: By its `schema`, the state of \"home\" has a `page` that must be at least 1; it is 0."
      ),
      (Action("setState", ["state": ["page": 2]]), nil),
      (
        Action("reset", ["navigation": ["screens": [["route": "home", "state": ["page": 0]]]]]),
        "bad-navigation: `navigation` has a fault: By its `schema`, the state of \"home\" has a `page` that must be at least 1; it is 0."
      ),
    ] as [(Action, String?)])
  func changes(action: Action, refusal: String?) throws {
    let app = try app()
    var draft = Draft(try app.start())
    #expect(send(action, &draft, of: app) == refusal)
  }

  @Test("The data of a creation keep to the schema, and may have the members that it declares")
  func creation() throws {
    let app = try app()
    #expect(try app.data(merging: ["note": "x", "count": 3])["note"] == "x")
    #expect(throws: ActionError.self) { try app.data(merging: ["count": 10]) }
    #expect(throws: ActionError.self) { try app.data(merging: ["note": 1]) }
    #expect(throws: ActionError.self) { try app.data(merging: ["nothing": 1]) }
  }

  @Test(
    "A definition whose initial values do not fit, or whose expressions contradict the schema, is refused",
    arguments: [
      (
        #""count": 1,"#, #""count": 10,"#, "/data",
        "By `schema`, `data` has a `count` that must be at most 9; it is 10."
      ),
      (
        #""page": 1}"#, #""page": 0}"#, "/routes/home/state",
        "By `schema`, `state` has a `page` that must be at least 1; it is 0."
      ),
      (#""args.n * 100""#, #""data.guest.name * 2""#, "/actions/twice/do/0/set/data.count", "string"),
      (#""args.n * 100""#, #""data.cart[0].n + 'x'""#, "/actions/twice/do/0/set/data.count", "string"),
      (#""state": {"size""#, #""feature": "counter", "state": {"size""#, "/routes/home/schema", "the feature has one"),
    ])
  func faults(old: String, new: String, place: String, reason: String) throws {
    let json = try JSONValue(parsing: Self.text.replacing(old, with: new))
    do throws(DefinitionFaults) {
      _ = try AppDefinition(json, features: BuiltInApps.features)
      Issue.record("\(new) is accepted")
    } catch {
      #expect(error.faults.contains { $0.pointer.text == place && $0.detail.contains(reason) }, "\(error.faults)")
    }
  }

  @Test("The schema of the app has those of the data and of the states, with the initial values")
  func schema() throws {
    let definitions = try #require(AppSchema(of: try app()).json["$defs"])
    #expect(definitions["data"]?["properties"]?["count"]?["maximum"] == 9)
    #expect(definitions["data"]?["default"]?["count"] == 1)
    #expect(definitions["screen.home"]?["properties"]?["state"]?["properties"]?["page"]?["minimum"] == 1)
  }

  @Test("A session whose data do not fit the schema of the next version is a misfit")
  func migration() throws {
    let former = try app()
    let next = try app(
      Self.text.replacing(#""version": 1"#, with: #""version": 2, "migrate": {"1": {}}"#)
        .replacing(#""maximum": 9"#, with: #""maximum": 1"#))
    var draft = Draft(try former.start())
    #expect(send(Action("count", ["n": 2]), &draft, of: former) == nil)
    #expect(throws: ActionError.self) { try next.migrate(&draft, from: former) }
  }
}
