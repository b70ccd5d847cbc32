import AppDefinitions
import HTTP
import JSON
import Navigation
import Verdict

/// Request targets, links and path patterns. The first line of the input is a URL, the second one a pattern.
enum URLTarget {
  static func read(_ input: [UInt8]) {
    let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let url = lines.first.map(Array.init) ?? []
    let head = Array("GET ".utf8) + url + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    for request in Verdict(of: head, limits: RequestParser.Limits()).requests { RequestTarget.look(at: request) }
    let text = String(decoding: url, as: UTF8.self)
    visit(text, in: app)
    guard lines.count == 2 else { return }
    let pattern = String(decoding: lines[1], as: UTF8.self)
    if let app = try? AppDefinition(definition(pattern)).app { visit(text, in: app) }
  }

  /// Checks that a link leads to a valid tree, also when an existing tree follows it.
  private static func visit(_ url: String, in app: App) {
    if let tree = try? app.start(url: url) { require((try? tree.checkWhole()) != nil, "the tree of a link is invalid") }
    guard let tree = try? app.start() else { return }
    for policy in ["push", "navigate", "reset"] {
      var draft = Draft(tree)
      draft.begin(at: 0)
      _ = try? app.reduce(Action("route", ["url": .string(url), "policy": .string(policy)]), &draft)
    }
  }

  private static func definition(_ pattern: String) -> JSONValue {
    [
      "app": "links", "version": 1, "root": ["kind": "stack", "routes": ["home", "item"]],
      "routes": [
        "home": ["path": "/"],
        "item": [
          "path": .string(pattern), "params": ["id": "integer?", "name": "string?", "on": "boolean?", "x": "number?"],
        ],
      ],
    ]
  }

  private static let app: App = {
    let json: JSONValue = [
      "app": "shop", "version": 1,
      "root": ["kind": "tabs", "routes": ["browse", "cart"]],
      "routes": [
        "browse": ["content": ["kind": "stack", "routes": ["catalog", "product"]]],
        "catalog": ["path": "/"],
        "product": ["path": "/products/:id([0-9]+)", "params": ["id": "integer", "color": "string?"]],
        "cart": ["path": "/cart"],
        "help": ["path": "/help/*", "as": "sheet"],
      ],
    ]
    guard let app = try? AppDefinition(json).app else { fatalError("the app definition is invalid") }
    return app
  }()
}
