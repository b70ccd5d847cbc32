import JSON
import Testing

@testable import Navigation

@Suite struct StackPushTests {
  @Test("An action that opens a screen in a stack has the result of its rule", arguments: pushes + duplicates)
  func examples(example: Example) throws { try example.check() }

  private static let pushes: [Example] = [
    Example(
      "A push adds a screen with a new id on top",
      (["type": "push", "route": "item", "params": ["n": 1]], #"h:home i:item n:note a1:item{"n":1}"#)),
    Example(
      "A route without an identity can be in a stack several times",
      (
        [["type": "push", "route": "note"], ["type": "push", "route": "note"]], "h:home i:item n:note a1:note a2:note"
      )),
    Example(
      "A push merges its params over the initial params of the route", at: [["id": "h", "route": "home"]],
      (["type": "push", "route": "page"], #"h:home a1:page{"size":10,"page":1}"#),
      (
        ["type": "push", "route": "page", "params": ["page": 2]],
        #"h:home a1:page{"size":10,"page":1} a2:page{"size":10,"page":2}"#
      )),
    Example(
      "A push of a route with content creates its container with the initial screen",
      (["type": "push", "route": "flow"], "h:home i:item n:note a1:flow[a2| a3:step]")),
    Example(
      "`route` with the name of a route pushes a screen in a stack",
      (["type": "route", "route": "item", "params": ["n": 1]], #"h:home i:item n:note a1:item{"n":1}"#)),
    Example(
      "Only the routes in the `to` of a screen can be opened from it", at: [["id": "x", "route": "narrow"]],
      (["type": "push", "route": "home"], "409 destination-not-allowed"),
      (["type": "replace", "route": "home"], "409 destination-not-allowed"),
      (["type": "insert", "route": "home", "index": 0], "409 destination-not-allowed"),
      (["type": "push", "route": "item"], "x:narrow a1:item")),
    Example(
      "`to` does not apply to `popTo`", at: [["id": "h", "route": "home"], ["id": "x", "route": "narrow"]],
      (["type": "popTo", "route": "home"], "h:home")),
  ]

  private static let duplicates: [Example] = [
    duplicate(
      "A push of an identity moves its screen to the top by default", "user", #"h:home n:note x:user{"id":1,"n":2}"#),
    duplicate("A push of an identity pops to its screen with `popTo`", "back", #"h:home x:back{"id":1,"n":2}"#),
    duplicate("A push of an identity changes nothing with `ignore`", "keep", "unchanged"),
    duplicate("A push of an identity is refused with `refuse`", "once", "409 duplicate"),
    Example(
      "A push without params keeps those of the screen that it moves to the top",
      at: [["id": "x", "route": "single", "params": ["n": 1]], ["id": "h", "route": "home"]],
      (["type": "push", "route": "single"], #"h:home x:single{"n":1}"#)),
    Example(
      "A push of a duplicate on top with the same params changes nothing",
      at: [["id": "x", "route": "user", "params": ["id": 1]]],
      (["type": "push", "route": "user", "params": ["id": 1]], "unchanged")),
    Example(
      "A push without the param of the identity is not a duplicate", at: [["id": "x", "route": "user"]],
      (["type": "push", "route": "user"], "x:user a1:user")),
  ]

  /// Pushes another identity of the route, which adds a screen, and then that of the middle screen `x`.
  private static func duplicate(_ rule: String, _ route: String, _ result: String) -> Example {
    Example(
      rule,
      at: [
        ["id": "h", "route": "home"], ["id": "x", "route": .string(route), "params": ["id": 1]],
        ["id": "n", "route": "note"],
      ],
      (
        ["type": "push", "route": .string(route), "params": ["id": 2]],
        #"h:home x:\#(route){"id":1} n:note a1:\#(route){"id":2}"#
      ),
      (["type": "pop"], #"h:home x:\#(route){"id":1} n:note"#),
      (["type": "push", "route": .string(route), "params": ["id": 1, "n": 2]], result))
  }
}
