import JSON
import Testing

@testable import Navigation

@Suite struct StackPopTests {
  @Test("An action that goes back in a stack has the result of its rule", arguments: pops + popTos)
  func examples(example: Example) throws { try example.check() }

  private static let pops: [Example] = [
    Example("`pop` removes the top screen", (["type": "pop"], "h:home i:item")),
    Example("`pop` removes `count` screens from the top", (["type": "pop", "count": 2], "h:home")),
    Example("`pop` stops at the first screen", (["type": "pop", "count": 9_000_000_000], "h:home")),
    Example(
      "`pop` with a `count` below 1 is rejected",
      (["type": "pop", "count": 0], "422 bad-field"), (["type": "pop", "count": -1], "422 bad-field")),
    Example(
      "`pop` with a `source` removes that screen and those below it, and keeps those above",
      (["type": "pop", "source": "i"], "h:home n:note"),
      ([["type": "push", "route": "item"], ["type": "push", "route": "item"]], "h:home n:note a1:item a2:item"),
      (["type": "pop", "source": "a1", "count": 2], "h:home a2:item")),
    Example(
      "The first screen is never popped", at: [["id": "h", "route": "home"]],
      (["type": "pop"], "409 nothing-to-pop"), (["type": "popToRoot"], "409 nothing-to-pop")),
    Example(
      "`pop` and `goBack` with the first screen as `source` are refused",
      (["type": "pop", "source": "h"], "409 nothing-to-pop"),
      (["type": "goBack", "source": "h"], "409 nothing-to-go-back-to")),
    Example("`popToRoot` leaves only the first screen", (["type": "popToRoot"], "h:home")),
    Example(
      "`goBack` pops the top screen, or its `source`",
      (["type": "goBack", "source": "i"], "h:home n:note"), (["type": "goBack", "result": 1], "h:home"),
      (["type": "goBack"], "409 nothing-to-go-back-to")),
  ]

  private static let popTos: [Example] = [
    Example(
      "`popTo` makes the nearest match the top screen, and changes nothing if it is",
      (["type": "popTo", "route": "note"], "unchanged"), (["type": "popTo", "id": "n"], "unchanged"),
      (["type": "popTo", "index": 2], "unchanged"),
      (["type": "popTo", "route": "item", "params": ["n": 1]], #"h:home i:item{"n":1}"#),
      (["type": "popTo", "index": 0], "h:home")),
    Example("`popTo` finds a screen by its id", (["type": "popTo", "id": "i"], "h:home i:item")),
    Example("`popTo` finds a screen by its route", (["type": "popTo", "route": "home"], "h:home")),
    Example(
      "`popTo` without a match is refused",
      (["type": "popTo", "route": "page"], "409 nothing-to-pop-to"),
      (["type": "popTo", "id": "x"], "409 nothing-to-pop-to"),
      (["type": "popTo", "index": 3], "409 nothing-to-pop-to"),
      (["type": "popTo", "index": -1], "409 nothing-to-pop-to"),
      (["type": "popTo", "id": "x", "ifAbsent": "push"], "409 nothing-to-pop-to")),
    Example(
      "`popTo` with `ifAbsent` opens a route without a match",
      (
        ["type": "popTo", "route": "user", "params": ["id": 1], "ifAbsent": "push"],
        #"h:home i:item n:note a1:user{"id":1}"#
      ),
      (
        ["type": "popTo", "route": "user", "params": ["id": 2], "ifAbsent": "replace"],
        #"h:home i:item n:note a2:user{"id":2}"#
      )),
    Example(
      "`popTo` with an identity matches only the screen of that identity",
      at: [
        ["id": "x", "route": "user", "params": ["id": 1]], ["id": "y", "route": "user", "params": ["id": 2]],
        ["id": "h", "route": "home"],
      ],
      (["type": "popTo", "route": "user", "params": ["id": 3]], "409 nothing-to-pop-to"),
      (["type": "popTo", "route": "user", "params": ["id": 1]], #"x:user{"id":1}"#)),
    Example(
      "`popTo` searches downward from its `source`, and the match becomes the top screen",
      (["type": "popTo", "route": "note", "source": "i"], "409 nothing-to-pop-to"),
      (["type": "popTo", "route": "home", "source": "i"], "h:home")),
    Example(
      "`popTo` with `ifAbsent` opens a route at its `source` and removes the screens above", in: .open,
      (["type": "popTo", "route": "page", "source": "i", "ifAbsent": "push"], "h:home i:item a1:page"),
      (["type": "popTo", "route": "note", "source": "i", "ifAbsent": "replace"], "h:home a2:note")),
    Example(
      "`popTo` with `ifAbsent` opens an identity that only a screen above its `source` has",
      at: [
        ["id": "h", "route": "home"], ["id": "i", "route": "item"],
        ["id": "x", "route": "once", "params": ["id": 1]],
      ],
      (
        ["type": "popTo", "route": "once", "params": ["id": 1], "source": "i", "ifAbsent": "push"],
        #"h:home i:item a1:once{"id":1}"#
      )),
    Example(
      "`popTo` needs exactly one of `route`, `id` and `index`",
      (["type": "popTo"], "422 missing-field"), (["type": "popTo", "id": "h", "index": 0], "422 bad-field"),
      (["type": "popTo", "route": "home", "ifAbsent": "x"], "422 bad-field")),
  ]
}

extension App {
  /// An app of four routes without further declarations.
  static let open = App(
    "open", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: ["home", "item", "note", "page"].map { Route($0) })
}
