import AppDefinitions
import JSON
import Navigation
import Testing

/// Guards of an app with tabs: `vault`, and `shop` with a stack of items, of which number 9 is guarded.
@Suite("Guards of routes")
struct GuardTests {
  private static let definition = """
    {"app": "a", "version": 1, "data": {"ok": true},
    "root": {"kind": "tabs", "routes": ["home", "vault", "shop"], "backBehavior": "history"},
    "actions": {"lock": {"do": {"set": {"data.ok": "false"}}}, "unlock": {"do": {"set": {"data.ok": "true"}}}},
    "routes": {
      "home": {}, "vault": {"path": "/vault/:page?", "params": {"page": "integer?"}, "guard": {"when": "data.ok"}},
      "shop": {"path": "/shop", "content": {"kind": "stack", "routes": ["list", "item"], "initial": "list"}},
      "list": {}, "item": {"path": "/item/:id", "params": {"id": "integer"}, "guard": {"when": "data.ok || params.id != 9"}}}}
    """

  private let app: App
  private var draft: Draft

  init() throws {
    app = try AppDefinition(try JSONValue(parsing: Self.definition)).app
    draft = Draft(try app.start())
  }

  /// Returns the code with which an action is refused; nil: it is carried out.
  private mutating func send(_ json: String) throws -> String? {
    let action = try Action(json: try JSONValue(parsing: json))
    do throws(ActionError) {
      try app.reduce(action, &draft, from: .client)
    } catch {
      draft.rollBack()
      return error.refusal.code
    }
    _ = draft.finish()
    return nil
  }

  @Test(
    "A guard is asked for an existing screen by each action that leads to it",
    arguments: [
      #"{"type": "select", "route": "vault"}"#, #"{"type": "select", "index": 1}"#, #"{"type": "selectNext"}"#,
      #"{"type": "navigate", "route": "vault"}"#, #"{"type": "route", "route": "vault"}"#,
      #"{"type": "route", "url": "/vault"}"#,
      #"{"type": "reset", "navigation": {"selected": 1, "screens": [{"route": "home"}, {"route": "vault"}, {"route": "shop"}]}}"#,
      #"{"type": "reset", "navigation": {"selected": 1, "screens": [{"id": "h1", "route": "home"}, {"id": "h2", "route": "vault"}, {"route": "shop"}]}}"#,
    ])
  func existing(action: String) throws {
    var session = self
    #expect(try session.send(#"{"type": "lock"}"#) == nil)
    #expect(try session.send(action) == "guarded")
    #expect(session.draft.tree.current.route == "home")
    #expect(try session.send(#"{"type": "unlock"}"#) == nil)
    #expect(try session.send(action) == nil)
    #expect(session.draft.tree.current.route == "vault")
  }

  @Test(
    "A guard is asked when the params of an open screen change",
    arguments: [
      #"{"type": "setParams", "params": {"id": 9}}"#, #"{"type": "replaceParams", "params": {"id": 9}}"#,
      #"{"type": "navigate", "route": "item", "params": {"id": 9}}"#, #"{"type": "route", "url": "/item/9"}"#,
      #"{"type": "popTo", "route": "item", "params": {"id": 9}}"#,
      #"{"type": "select", "route": "vault", "params": {"page": 2}}"#,
    ])
  func params(action: String) throws {
    var session = self
    for json in [
      #"{"type": "select", "route": "shop"}"#, #"{"type": "push", "route": "item", "params": {"id": 1}}"#,
      #"{"type": "lock"}"#,
    ] {
      #expect(try session.send(json) == nil)
    }
    #expect(try session.send(action) == "guarded")
    #expect(session.draft.tree.current.params == ["id": 1])
    #expect(try session.send(#"{"type": "unlock"}"#) == nil)
    #expect(try session.send(action) == nil)
  }

  /// A guard that knows the params of a link.
  private static let numbered = #""guard": {"when": "!has(params.page) || params.page != 2"}"#

  @Test("A link asks a guarded tab, and a stack in one, also at the start of a session and after a reset")
  func start() throws {
    var session = self
    #expect(try session.send(#"{"type": "lock"}"#) == nil)
    for policy in ["push", "navigate", "reset"] {
      #expect(try session.send(#"{"type": "route", "url": "/vault", "policy": "\#(policy)"}"#) == "guarded")
    }
    let locked = SessionStart(of: app, data: ["ok": false], at: 0)
    for url in ["/vault", "/item/9"] {
      let error = #expect(throws: ActionError.self) { try locked.at(url: url) }
      #expect(error?.refusal.code == "guarded")
    }
    #expect(try locked.at(url: "/shop").tree.current.route == "list")
    let numbered = try AppDefinition(
      try JSONValue(parsing: Self.definition.replacing(#""guard": {"when": "data.ok"}"#, with: Self.numbered))
    ).app
    #expect(try SessionStart(of: numbered, at: 0).at(url: "/vault/1").tree.current.params == ["page": 1])
    #expect(throws: ActionError.self) { try SessionStart(of: numbered, at: 0).at(url: "/vault/2") }
    #expect(try SessionStart(of: app, at: 0).at(url: "/vault").tree.current.route == "vault")
  }

  @Test("The way back asks no guard, neither of a screen nor of params that come back")
  func back() throws {
    var session = self
    for json in [
      #"{"type": "select", "route": "vault"}"#, #"{"type": "select", "route": "shop"}"#,
      #"{"type": "push", "route": "item", "params": {"id": 9}}"#, #"{"type": "lock"}"#, #"{"type": "pop"}"#,
      #"{"type": "goBack"}"#,
    ] {
      #expect(try session.send(json) == nil, "\(json)")
    }
    #expect(session.draft.tree.current.route == "vault")
  }

  @Test("The content of a screen that comes to the front is not asked, unless the action leads to it")
  func content() throws {
    var session = self
    for json in [
      #"{"type": "select", "route": "shop"}"#, #"{"type": "push", "route": "item", "params": {"id": 9}}"#,
      #"{"type": "select", "route": "home"}"#, #"{"type": "lock"}"#,
    ] {
      #expect(try session.send(json) == nil)
    }
    #expect(try session.send(#"{"type": "route", "url": "/item/9"}"#) == "guarded")
    #expect(try session.send(#"{"type": "select", "route": "shop"}"#) == nil)
    #expect(session.draft.tree.current.route == "item")
  }
}

/// The actions that guards have refused, in an app whose guard opens a sign-in of several screens.
@Suite("Intents")
struct IntentTests {
  private static let definition = """
    {"app": "a", "version": 1, "data": {"user": null, "open": true}, "root": {"kind": "stack", "initial": "home"},
    "actions": {"close": {"do": {"set": {"data.open": "false"}}}},
    "routes": {
      "home": {"onResult": {"signIn": {"set": {"data.user": "result"}}}},
      "account": {"guard": [{"when": "data.open"},
        {"when": "data.user != null", "else": {"type": "navigate", "route": "signIn"}, "resume": true}]},
      "orders": {"guard": {"when": "data.user != null", "else": {"type": "navigate", "route": "signIn"}, "resume": true}},
      "signIn": {"content": {"kind": "stack", "routes": ["email", "password"], "initial": "email"}},
      "email": {}, "password": {}}}
    """

  private let app: App
  private var draft: Draft

  init() throws {
    app = try AppDefinition(try JSONValue(parsing: Self.definition)).app
    draft = Draft(try app.start())
  }

  /// Sends an action, and returns the code of a part that was refused.
  private mutating func send(_ action: JSONValue) throws -> String? {
    try app.reduce(try Action(json: action), &draft, from: .client)
    let dropped = draft.dropped?.refusal.code
    _ = draft.finish()
    return dropped
  }

  private static let leave: JSONValue = ["type": "goBack", "target": "root", "result": "ada"]

  @Test("A sign-in of several screens keeps the intent as a whole, and the newest replaces it")
  func flow() throws {
    var session = self
    _ = try session.send(["type": "push", "route": "account"])
    let signIn = try #require(session.draft.tree.root.screens.last)
    #expect(signIn.route == "signIn" && signIn.intent == ["type": "push", "route": "account"])
    _ = try session.send(["type": "push", "route": "password"])
    _ = try session.send(["type": "push", "route": "orders", "target": "root"])
    #expect(session.draft.tree.root.screens.last?.intent?["route"] == "orders")
    #expect(try session.send(Self.leave) == nil)
    #expect(session.draft.tree.root.screens.map(\.route) == ["home", "orders"])
  }

  @Test("An intent that is refused when it is resumed is told")
  func refused() throws {
    var session = self
    _ = try session.send(["type": "push", "route": "account"])
    _ = try session.send(["type": "close"])
    #expect(try session.send(Self.leave) == "guarded")
    #expect(session.draft.tree.root.screens.map(\.route) == ["home"])
  }
}
