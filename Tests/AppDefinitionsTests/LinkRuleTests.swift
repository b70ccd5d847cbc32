import AppDefinitions
import JSON
import Testing

@testable import Navigation

@Suite("Links of apps in JSON")
struct LinkRuleTests {
  private static let definition = """
    {"app": "a", "version": 1, "data": {"n": 3},
    "root": {"kind": "stack", "routes": ["home", "tabs", "user", "shop"], "initial": "home"},
    "routes": {
      "home": {"path": "/", "params": {"x": "integer?"}},
      "tabs": {"content": {"kind": "tabs", "routes": ["first", "list"]}},
      "first": {},
      "list": {"path": "/list/:page?", "params": {"page": "integer?", "sort": "string?"}, "initialParams": {"page": 1}},
      "user": {"params": {"id": "integer", "view": "string?"},
        "content": {"kind": "stack", "routes": ["posts", "post"], "initial": "posts"}},
      "posts": {}, "post": {"path": "/u/:id/p/:n", "params": {"id": "integer", "n": "integer"}},
      "shop": {"content": {"kind": "stack", "routes": ["catalog", "item"], "initial": "catalog"}},
      "catalog": {"path": "/c/:q?", "params": {"q": "integer?"}},
      "item": {"path": "/i/:id", "params": {"id": "integer"},
        "parent": {"route": "catalog", "params": {"q": "${params.id + data.n}"}}}}}
    """

  private let session: DefinedSession

  init() throws { session = try DefinedSession(Self.definition) }

  @Test("A link without an optional param resets it to the initial value, as it does the other params")
  func resets() throws {
    var session = session
    try session.follow("/list/5?sort=up")
    #expect(session.outline == #"home tabs(first list{"page":5,"sort":"up"})"#)
    try session.follow("/list")
    #expect(session.outline == #"home tabs(first list{"page":1})"#)
  }

  @Test("A link into a new container gives the params to its first screen, in a running session as in a new one")
  func first() throws {
    var session = session
    try session.follow("/c/7")
    #expect(session.outline == #"home shop(catalog{"q":7})"#)
    #expect(try session.app.start(url: "/c/7").root.withParams == #"home shop(catalog{"q":7})"#)
  }

  @Test("The params of a parent are filled in from those of the route and from the data")
  func parent() throws {
    var session = session
    try session.follow("/i/4")
    #expect(session.outline == #"home shop(catalog{"q":7} item{"id":4})"#)
    #expect(try session.app.start(url: "/i/4").root.withParams == #"home shop(catalog{"q":7} item{"id":4})"#)
  }

  @Test("A link leads through an existing outer screen only if all params agree")
  func outer() throws {
    var session = session
    try session.follow("/u/1/p/2")
    try session.follow("/u/1/p/3")
    #expect(session.outline == #"home user{"id":1}(posts post{"id":1,"n":2} post{"id":1,"n":3})"#)
    try session.send(#"{"type": "navigate", "route": "user", "params": {"id": 1, "view": "grid"}}"#)
    try session.follow("/u/1/p/4")
    let posts = #"(posts post{"id":1,"n":2} post{"id":1,"n":3})"#
    #expect(
      session.outline == #"home user{"id":1,"view":"grid"}\#(posts) user{"id":1}(posts post{"id":1,"n":4})"#)
  }

  @Test("A screen has a link only if the screens around it have the params that the link gives them")
  func url() throws {
    var session = session
    try session.follow("/u/1/p/2")
    #expect(session.app.url(ofCurrentIn: session.draft.tree) == "/u/1/p/2")
    try session.send(#"{"type": "navigate", "route": "user", "params": {"id": 1, "view": "grid"}}"#)
    #expect(session.app.url(ofCurrentIn: session.draft.tree) == nil)
    try session.send(#"{"type": "navigate", "route": "user", "params": {"id": 1}}"#)
    #expect(session.app.url(ofCurrentIn: session.draft.tree) == "/u/1/p/2")
  }

  @Test(
    "An expression where none is possible is a fault of the definition",
    arguments: [
      (#"{"page": 1}"#, #"{"page": 1, "sort": "by ${data.n}"}"#, "/routes/list/initialParams/sort"),
      (
        #""data""#,
        #""idle": {"after": 9, "action": {"type": "push", "route": "home", "params": {"x": "${1}"}}}, "data""#,
        "/idle/action/params/x"
      ),
      (#""data""#, #""idle": {"after": "${1}", "action": {"type": "popToRoot"}}, "data""#, "/idle/after"),
      (#"${params.id + data.n}"#, "${params.other}", "/routes/item/parent/params/q"),
    ])
  func expressions(old: String, new: String, place: String) throws {
    let json = try JSONValue(parsing: Self.definition.replacing(old, with: new))
    do throws(DefinitionFaults) {
      _ = try AppDefinition(json)
      Issue.record("the definition has no fault")
    } catch {
      #expect(error.faults.map(\.pointer.text) == [place])
    }
  }
}

extension DefinedSession {
  fileprivate mutating func follow(_ url: String) throws { try send(#"{"type": "route", "url": "\#(url)"}"#) }

  fileprivate var outline: String { draft.tree.root.withParams }
}

extension Container {
  /// The routes and the params of its screens, with their content.
  fileprivate var withParams: String {
    screens.map { screen in
      let params = screen.params.isEmpty ? "" : JSONValue.object(screen.params).text
      return screen.route + params + (screen.content.map { "(\($0.withParams))" } ?? "")
    }.joined(separator: " ")
  }
}
