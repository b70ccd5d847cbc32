import AppDefinitions
import JSON
import Testing

@Suite("Faults of a definition")
struct DefinitionFaultTests {
  @Test(
    "Faults of the members of an app have a place and a reason",
    arguments: [
      Faulty("no object", "[]", [("", "A definition must be an object; it is an array.")]),
      Faulty(
        "empty", "{}", [("/app", "missing"), ("/version", "missing"), ("/routes", "missing"), ("/root", "missing")]),
      .app("unknown member", #""app": "a", "version": 1, "dat": {}"#, ("/dat", "did you mean `data`?")),
      .app("far from any member", #""app": "a", "version": 1, "colour": 1"#, ("/colour", "it has `app`, `version`")),
      .app("name of another kind", #""app": 5, "version": 1"#, ("/app", "must be a string; it is an integer")),
      .app("empty name", #""app": "", "version": 1"#, ("/app", "begin with a letter or digit; it is \"\"")),
      .app("capitals", #""app": "Shop", "version": 1"#, ("/app", "\"Shop\"")),
      .app("begins with a hyphen", #""app": "-a", "version": 1"#, ("/app", "\"-a\"")),
      .app("65 letters", #""app": "\#(String(repeating: "a", count: 65))", "version": 1"#, ("/app", "1 to 64")),
      .app("version 0", #""app": "a", "version": 0"#, ("/version", "from 1; it is 0")),
      .app("version in quotes", #""app": "a", "version": "1""#, ("/version", "it is \"1\"")),
      .app("data no object", #""app": "a", "version": 1, "data": [1]"#, ("/data", "must be an object; it is an array")),
      .app("data null", #""app": "a", "version": 1, "data": null"#, ("/data", "must be an object; it is null")),
      .app("no role", #""app": "a", "version": 1, "clientRole": "backend""#, ("/clientRole", "it is \"backend\"")),
      .app("no title", #""app": "a", "version": 1, "title": """#, ("/title", "1 to 80 characters; it has 0")),
      .app("description no text", #""app": "a", "version": 1, "description": 1"#, ("/description", "must be a string")),
      .app("unknown device", #""app": "a", "version": 1, "device": "tvs""#, ("/device", "did you mean `tv`?")),
      .app(
        "a place of 33 members",
        #""app": "a", "version": 1, "actions": {"go": {"do": {"set": {"data\#(String(repeating: ".x", count: 33))": "1"}}}}"#,
        ("/actions/go/do/set/data\(String(repeating: ".x", count: 33))", "at most 32 members and items; it has 33")),
      .app("half a version", #""app": "a", "version": 1.5"#, ("/version", "it is 1.5")),
      .app(
        "code of a refusal",
        #""app": "a", "version": 1, "actions": {"buy": {"do": {"refuse": "No.", "code": "Sold out!"}}}"#,
        ("/actions/buy/do/code", "such as \"sold-out\"; it is")),
    ] as [Faulty])
  func app(definition: Faulty) throws {
    try definition.check()
  }

  @Test(
    "Faults of the apps whose messages are accepted have a place and a reason",
    arguments: [
      .app(
        "no list", #""app": "a", "version": 1, "acceptsMessagesFrom": "b""#,
        ("/acceptsMessagesFrom", "must be a list of the names of apps; it is a string")),
      .app(
        "no names", #""app": "a", "version": 1, "acceptsMessagesFrom": [1, "B"]"#,
        ("/acceptsMessagesFrom/0", "must be a string"), ("/acceptsMessagesFrom/1", "a–z")),
      .app(
        "a name twice", #""app": "a", "version": 1, "acceptsMessagesFrom": ["b", "b"]"#,
        ("/acceptsMessagesFrom/1", "`b` twice")),
    ] as [Faulty])
  func senders(_ faulty: Faulty) throws {
    try faulty.check()
  }

  @Test(
    "Faults of an idle rule have a place and a reason",
    arguments: [
      .idle("no object", "60", ("/idle", "must be an object; it is an integer")),
      .idle("empty", "{}", ("/idle/after", "missing"), ("/idle/action", "missing")),
      .idle("unknown member", #"{"after": 1, "action": {"type": "pop"}, "then": 1}"#, ("/idle/then", "it has `after`")),
      .idle(
        "no time", #"{"after": 0, "action": {"type": "pop"}}"#, ("/idle/after", "above 0 and at most 365 days; it is 0")
      ),
      .idle("over a year", #"{"after": 31536001, "action": {"type": "pop"}}"#, ("/idle/after", "it is 31536001")),
      .idle("no duration", #"{"after": "1 s", "action": {"type": "pop"}}"#, ("/idle/after", "it is \"1 s\"")),
      .idle("steps beside an action", #"{"after": 1, "action": {"type": "pop"}, "do": []}"#, ("/idle/action", "`do`")),
      .idle("no action", #"{"after": 1, "action": "pop"}"#, ("/idle/action", "An action must be a JSON object")),
      .idle("no type", #"{"after": 1, "action": {}}"#, ("/idle/action/type", "needs a `type`")),
      .idle(
        "unknown type", #"{"after": 1, "action": {"type": "popToRot"}}"#, ("/idle/action/type", "mean `popToRoot`?")),
      .idle("bad member", #"{"after": 1, "action": {"type": "pop", "count": "x"}}"#, ("/idle/action/count", "count")),
      .idle("member is missing", #"{"after": 1, "action": {"type": "popTo"}}"#, ("/idle/action", "`popTo` needs")),
      .idle(
        "unknown route", #"{"after": 1, "action": {"type": "popTo", "route": "hom"}}"#,
        ("/idle/action/route", "did you mean `home`?")),
    ] as [Faulty])
  func idle(definition: Faulty) throws {
    try definition.check()
  }

  @Test("Links to screens that cannot be reached are faults if the rest is valid")
  func unreachable() throws {
    let definition = Faulty(
      "no way",
      #"""
      {"app": "a", "version": 1, "root": {"kind": "stack", "routes": ["home", "user"]},
       "routes": {"home": {}, "lost": {"path": "/lost"}, "help": {"as": "sheet", "path": "/help"},
        "user": {"params": {"id": "integer"}, "content": {"kind": "stack", "routes": ["post", "note", "mail"]}},
        "post": {"path": "/:id/post"}, "note": {"path": "/:id/note", "params": {"id": "integer"}},
        "mail": {"path": "/:user/mail", "params": {"user": "integer"}}}}
      """#,
      [
        ("/routes/lost/path", "No container that can be reached from the root takes \"lost\""),
        ("/routes/post/path", "through \"user\", which needs `id`, an integer"), ("/routes/mail/path", "needs `id`"),
      ])
    try definition.check()
  }

  @Test("The name of a definition has to equal the name under which the app is put")
  func name() throws {
    let definition = Faulty.app(
      "another name", #""app": "shop", "version": 1"#, ("/app", "must be \"store\"; it is \"shop\""))
    try definition.check(named: "store")
    #expect(try Faulty.faults(of: definition.json, named: "shop") == [])
  }

  @Test(
    "Faults of route names have a place and a reason",
    arguments: [
      Faulty(
        "no object", #"{"app": "a", "version": 1, "root": {"kind": "stack", "initial": "x"}, "routes": []}"#,
        [("/routes", "it is an array")]),
      Faulty(
        "none", #"{"app": "a", "version": 1, "root": {"kind": "stack"}, "routes": {}}"#,
        [("/routes", "at least one route")]),
      .routes("empty name", #""": {}"#, ("/routes/", "1 to 64 bytes; it has 0")),
      .routes(
        "65 bytes", "\"\(String(repeating: "r", count: 65))\": {}",
        ("/routes/" + String(repeating: "r", count: 65), "it has 65")),
      .routes("control character", #""a\nb": {}"#, ("/routes/a\nb", "no control characters")),
      .routes("composed and not", #""\u00e9": {}, "e\u0301": {}"#, ("/routes/e\u{301}", "looks the same")),
      .routes("no object", #""x": null"#, ("/routes/x", "A route must be an object; it is null.")),
    ] as [Faulty])
  func routeNames(definition: Faulty) throws {
    try definition.check()
  }

  @Test("A step of no kind is told all kinds")
  func kindsOfSteps() throws {
    try Faulty.app(
      "a timer without a time",
      #""app": "a", "version": 1, "actions": {"go": {"do": {"id": "t", "action": {"type": "go"}}}}"#,
      ("/actions/go/do", "`call`, `after`, `at`, `every`.")
    ).check()
  }

  @Test(
    "Of names that differ only in Unicode normalization the second is a fault",
    arguments: [
      .app(
        "actions", #""app": "a", "version": 1, "actions": {"\u00e9": {"do": []}, "e\u0301": {"do": []}}"#,
        ("/actions/e\u{301}", "Another action has a name that looks the same")),
      .app(
        "arguments",
        #""app": "a", "version": 1, "actions": {"go": {"args": {"K": "integer", "\u212a": "integer"}, "do": []}}"#,
        ("/actions/go/args/\u{212A}", "Another param")),
      .app(
        "timers of steps",
        #""app": "a", "version": 1, "actions": {"go": {"do": [{"after": 1, "id": "\u00e9", "action": {"type": "pop"}}, {"cancel": "e\u0301"}]}}"#,
        ("/actions/go/do/1/cancel", "Another timer or call")),
      .app(
        "variants", #""app": "a", "version": 1, "variants": {"\u00e9": {"x": 1}, "e\u0301": {"y": 1}}"#,
        ("/variants/e\u{301}", "Another variant")),
      .app(
        "values", #""app": "a", "version": 1, "variants": {"v": {"\u00e9": 1, "e\u0301": 1}}"#,
        ("/variants/v/e\u{301}", "Another value")),
      .routes(
        "timers of routes",
        #""x": {"timers": {"\u00e9": {"after": 1, "action": {"type": "pop"}}, "e\u0301": {"after": 1, "action": {"type": "pop"}}}}"#,
        ("/routes/x/timers/e\u{301}", "Another timer or call")),
      .routes("names elsewhere", #""Karte": {}, "x": {"to": ["\u212aarte"]}"#, ("/routes/x/to/0", "has no route")),
    ] as [Faulty])
  func lookAlikes(definition: Faulty) throws {
    try definition.check()
  }

  @Test(
    "Faults of a container have a place and a reason",
    arguments: [
      .root("no object", "\"stack\"", ("/root", "A container must be an object")),
      .root("no kind", #"{"routes": ["home"]}"#, ("/root/kind", "missing")),
      .root("misspelt kind", #"{"kind": "stak"}"#, ("/root/kind", "did you mean `stack`?")),
      .root("kind of another type", #"{"kind": 1}"#, ("/root/kind", "it is an integer")),
      .root(
        "members of other kinds", #"{"kind": "stack", "backBehavior": "history", "reselect": "none", "open": true}"#,
        ("/root/backBehavior", "A stack container has no `backBehavior`"), ("/root/reselect", "no `reselect`"),
        ("/root/open", "no `open`")),
      .root(
        "members of other kinds, in pages", #"{"kind": "pages", "backBehavior": "history", "open": true}"#,
        ("/root/backBehavior", "which is for `tabs`, `drawer`"), ("/root/open", "which is for `drawer`")),
      .routes(
        "chronological, not the root",
        #""book": {"content": {"kind": "pages", "routes": ["item"], "backBehavior": "chronological"}}, "item": {}"#,
        ("/routes/book/content/backBehavior", "is for the root container")),
      .root(
        "values of members", #"{"kind": "drawer", "backBehavior": "histry", "reselect": 1, "open": "yes"}"#,
        ("/root/backBehavior", "did you mean `history`?"), ("/root/reselect", "must be a string"),
        ("/root/open", "true or false")),
      .root("unknown member", #"{"kind": "stack", "intial": "home"}"#, ("/root/intial", "did you mean `initial`?")),
      .root("routes no list", #"{"kind": "stack", "routes": "home"}"#, ("/root/routes", "a list of routes")),
      .root("routes empty", #"{"kind": "stack", "routes": []}"#, ("/root/routes", "at least one")),
      .root(
        "routes unknown, of a wrong type, twice", #"{"kind": "stack", "routes": ["home", "itme", 1, "home"]}"#,
        ("/root/routes/1", "did you mean `item`?"), ("/root/routes/2", "must be a string"),
        ("/root/routes/3", "`home` twice")),
      .root("initial unknown", #"{"kind": "stack", "initial": "x"}"#, ("/root/initial", "it has `home`, `item`.")),
      .root(
        "initial not taken", #"{"kind": "stack", "routes": ["item"], "initial": "home"}"#,
        ("/root/initial", "is not a route of this container; it takes `item`")),
      .root(
        "initial not taken by a list with faults: said once",
        #"{"kind": "stack", "routes": ["hme"], "initial": "home"}"#,
        ("/root/routes/0", "did you mean `home`?")),
      .routes(
        "the same in a content", #""x": {"content": {"kind": "stack", "routes": ["home"], "initial": "x"}}"#,
        ("/routes/x/content/initial", "is not a route of this container")),
    ] as [Faulty])
  func container(definition: Faulty) throws {
    try definition.check()
  }

  @Test(
    "Faults of a route have a place and a reason",
    arguments: [
      .routes("unknown member", #""x": {"parms": {}}"#, ("/routes/x/parms", "did you mean `params`?")),
      .routes("params no object", #""x": {"params": ["id"]}"#, ("/routes/x/params", "it is an array")),
      .routes(
        "unknown types", #""x": {"params": {"a": "str", "b": "int?", "c": 1, "d": "Strin?"}}"#,
        ("/routes/x/params/a", "`str`"), ("/routes/x/params/b", "`int?`"),
        ("/routes/x/params/c", "it is an integer"), ("/routes/x/params/d", "did you mean `string`?")),
      .routes(
        "an unknown type is no reason to doubt the name",
        #""x": {"params": {"a": "str"}, "initialParams": {"a": 1}, "identity": "a"}"#,
        ("/routes/x/params/a", "`str`")),
      .routes("initialParams no object", #""x": {"initialParams": 1}"#, ("/routes/x/initialParams", "an object")),
      .routes(
        "initialParams that don't fit",
        #""x": {"params": {"page": "integer"}, "initialParams": {"page": "1", "pag": 2}}"#,
        ("/routes/x/initialParams/page", "an integer; it is a string"),
        ("/routes/x/initialParams/pag", "did you mean `page`?")),
      .routes(
        "null for a param that is not optional", #""x": {"params": {"p": "string"}, "initialParams": {"p": null}}"#,
        ("/routes/x/initialParams/p", "it is null")),
      .routes("identity false", #""x": {"identity": false}"#, ("/routes/x/identity", "omit it")),
      .routes("identity a number", #""x": {"identity": 1}"#, ("/routes/x/identity", "a param's name or true")),
      .routes(
        "identity no param", #""x": {"params": {"id": "string"}, "identity": "di"}"#,
        ("/routes/x/identity", "did you mean `id`?")),
      .routes("onDuplicate alone", #""x": {"onDuplicate": "popTo"}"#, ("/routes/x/onDuplicate", "requires `identity`")),
      .routes(
        "unknown onDuplicate", #""x": {"identity": true, "onDuplicate": "movetop"}"#,
        ("/routes/x/onDuplicate", "did you mean `moveToTop`?")),
      .routes("unknown destination", #""x": {"to": ["hom"]}"#, ("/routes/x/to/0", "did you mean `home`?")),
      .routes(
        "a content with all routes, its own included", #""x": {"content": {"kind": "tabs"}}"#,
        ("/routes/x/content", "name them")),
      .routes("unknown feature", #""x": {"feature": "conter"}"#, ("/routes/x/feature", "did you mean `counter`?")),
      .routes(
        "state that does not fit", #""x": {"feature": "counter", "state": {"count": "0"}}"#,
        ("/routes/x/state", "{\"count\": n} with an integer n")),
      .routes("unknown as", #""x": {"as": "shet"}"#, ("/routes/x/as", "did you mean `sheet`?")),
      .routes("as no word", #""x": {"as": true}"#, ("/routes/x/as", "must be a string")),
      .routes("a path of another type", #""x": {"path": 1}"#, ("/routes/x/path", "`path` must be a string; it is")),
      .routes(
        "a path with faults", #""x": {"path": "/:/a?/:n(["}"#, ("/routes/x/path", "needs a name"),
        ("/routes/x/path", "`?` outside a param"), ("/routes/x/path", "a class has no closing bracket")),
      .routes(
        "a path with params that the route does not take, or that no segment can be",
        #""x": {"path": "/:a/:b/:c+", "params": {"b": "object", "c": "integer"}}"#,
        ("/routes/x/path", "`:a`, which the route does not take; it takes \"b\", \"c\""),
        ("/routes/x/path", "`:b` is an object"), ("/routes/x/path", "`:c` takes several segments")),
      .routes(
        "a path of a route whose params cannot be read", #""x": {"path": "/:a", "params": {"a": "strin"}}"#,
        ("/routes/x/params/a", "`strin`")),
      .routes(
        "the same path twice", #""x": {"path": "/a/:id"}, "y": {"path": "a//:id/"}, "z": {"path": "/a/:x"}"#,
        ("/routes/y/path", "`x` has the same path")),
    ] as [Faulty])
  func route(definition: Faulty) throws {
    try definition.check()
  }

  @Test(
    "Faults of the first screens of a session have a place and a reason",
    arguments: [
      Faulty(
        "the first screen needs params",
        #"""
        {"app": "a", "version": 1, "root": {"kind": "stack"},
         "routes": {"item": {"params": {"id": "string", "page": "integer", "note": "string?"},
                             "initialParams": {"page": 1}}}}
        """#, [("/root", "needs `id`: give")]),
      .routes(
        "the first screen of a content needs params",
        #""x": {"content": {"kind": "stack", "initial": "y"}}, "y": {"params": {"id": "string"}}"#,
        ("/routes/x/content/initial", "needs `id`: give")),
      .routes(
        "a content that starts with its own route", #""x": {"content": {"kind": "stack", "routes": ["x"]}}"#,
        ("/routes/x/content", "`x` → `x`")),
      .routes(
        "contents that start with each other, met from outside",
        #"""
        "w": {"content": {"kind": "stack", "initial": "x"}}, "x": {"content": {"kind": "stack", "initial": "y"}},
        "y": {"content": {"kind": "stack", "initial": "x"}}
        """#, ("/routes/x/content/initial", "`x` → `y` → `x`")),
      .routes(
        "the second of the tabs needs params",
        #""x": {"content": {"kind": "tabs", "routes": ["home", "y"]}}, "y": {"params": {"id": "string"}}"#,
        ("/routes/x/content/routes/1", "needs `id`: give")),
      .routes(
        "the second of the pages never ends",
        #""x": {"content": {"kind": "pages", "routes": ["home", "y"]}}, "y": {"content": {"kind": "stack", "initial": "x"}}"#,
        ("/routes/x/content/routes/1", "`x` → `y` → `x`")),
    ] as [Faulty])
  func start(definition: Faulty) throws {
    try definition.check()
  }

  @Test("A content may open its own route if it starts with another one")
  func opensItself() throws {
    try Faulty.routes("none", #""x": {"content": {"kind": "stack", "routes": ["home", "x"]}}"#).check()
  }

  @Test("Contents that are nested deeper than a session allows are a fault")
  func depth() throws {
    let routes = (0..<300).map { #""r\#($0)": {"content": {"kind": "stack", "initial": "r\#($0 + 1)"}}"# }
    let all = (routes + [#""r300": {}"#]).joined(separator: ",")
    let definition = Faulty(
      "too deep", #"{"app": "a", "version": 1, "root": {"kind": "stack"}, "routes": {\#(all)}}"#, [("/root", "256")])
    try definition.check()
  }

  @Test("Nested tabs that would start with more than 1,000 screens are rejected")
  func multiplying() throws {
    let routes = (0..<60).map {
      #""r\#($0)": {"content": {"kind": "tabs", "routes": ["r\#($0 + 1)", "s\#($0)"]}}, "s\#($0)": {"content": {"kind": "pages", "routes": ["r\#($0 + 1)"]}}"#
    }
    let faults = try Faulty.faults(
      of:
        #"{"app": "a", "version": 1, "root": {"kind": "stack"}, "routes": {\#(routes.joined(separator: ",")), "r60": {}}}"#
    )
    #expect(!faults.isEmpty)
    #expect(faults.allSatisfy { $0.detail.contains("screens, including nested ones; the limit is 1000") })
  }

  @Test("Faults are in the order of the text, each with its position or that of its parent")
  func positions() throws {
    let document = try JSONDocument(
      parsing: """
        {
          "app": "a",
          "version": 0,
          "root": { "kind": "stack", "initial": "hme" },
          "routes": {
            "home": { },
            "flow": { "content": { } }
          }
        }
        """)
    let error = try #require(throws: DefinitionFaults.self) { try AppDefinition(document) }
    #expect(error.faults.map(\.pointer.text) == ["/version", "/root/initial", "/routes/flow/content/kind"])
    let positions = [(3, 14), (4, 41), (7, 26)].map(JSONPosition.init(line:column:))
    #expect(error.faults.map(\.position) == positions)
    #expect(error.description.hasPrefix("line 3, column 14: /version: The version must be an integer from 1"))
  }

  @Test("A repeated member of a text is a fault at any depth")
  func repeated() throws {
    let document = try JSONDocument(
      parsing: """
        {
          "app": "a", "app": "a", "version": 0,
          "root": { "kind": "stack" },
          "routes": { "home": { "to": [], "to": ["home"] }, "a~/b": { }, "a~/b": { } }
        }
        """)
    let error = try #require(throws: DefinitionFaults.self) { try AppDefinition(document) }
    #expect(error.faults.map(\.pointer.text) == ["/app", "/version", "/routes/home/to", "/routes/a~0~1b"])
    #expect(error.faults[2].position == JSONPosition(line: 4, column: 41))
    #expect(error.faults[2].detail.contains("repeats an earlier one"))
  }

  @Test("All faults of a definition are reported at once")
  func everything() throws {
    let definition = Faulty(
      "everything",
      #"""
      {"app": "A", "version": -1, "gards": {}, "root": {"kind": "tab", "routes": ["home", "hme"]},
       "routes": {"home": {"identity": false, "to": ["x"], "feature": "f"}, "item": {"params": {"a": "b"}, "path": "/"}}}
      """#,
      [
        ("/gards", "`gards`"), ("/app", "\"A\""), ("/version", "-1"), ("/routes/home/identity", "true"),
        ("/routes/home/to/0", "`x`"), ("/routes/home/feature", "`f`"), ("/routes/item/params/a", "`b`"),
        ("/root/kind", "`tab`"), ("/root/routes/1", "did you mean `home`?"),
      ])
    try definition.check()
  }

  @Test("The first 1,000 faults are reported with the number of the others")
  func flood() throws {
    let members = (0..<5_000).map { "\"x\($0)\": 1" }.joined(separator: ",")
    let faults = try Faulty.faults(of: "{\(members)}")
    #expect(faults.count == 1_001)
    #expect(faults.last?.detail.contains("4004 more") == true)
  }
}
