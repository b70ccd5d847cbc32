import Reduction
import Testing

@Suite("Reducer.combine")
struct CombineTests {
  /// Returns a reducer that appends its letter and outputs it, and refuses an action that equals its letter.
  static func letter(_ letter: Note) -> Reducer<String, Note, Void> {
    Reducer { text, action, _ throws(Refusal) in
      text += letter.text
      if action == letter { throw .state("refused-by-\(letter.text)", "The test wants it.") }
      return .output(letter)
    }
  }

  let all = Reducer.combine(letter("a"), letter("b"), letter("c"))

  @Test("Combined reducers run in order on one state and merge their effects in that order")
  func order() throws {
    var text = ""
    let effect = try all.reduce(&text, "x", ())
    #expect(text == "abc")
    #expect(effect == .merge(.output(Note("a")), .output(Note("b")), .output(Note("c"))))
  }

  @Test("A refusal by one combined reducer rolls back the changes of the others", arguments: ["a", "b", "c"] as [Note])
  func allOrNothing(refusing: Note) {
    var text = "before"
    let error = #expect(throws: Refusal.self) { try all.reduce(&text, refusing, ()) }
    #expect(error?.code == "refused-by-\(refusing.text)")
    #expect(text == "before")
  }

  @Test("Combined reducers after the one that refuses are not run")
  func stopsAtRefusal() {
    let ran = Log<String>()
    let last = Reducer<String, Note, Void> { _, action, _ in
      ran.append(action.text)
      return .none
    }
    var text = ""
    #expect(throws: Refusal.self) { try Reducer.combine(Self.letter("a"), last).reduce(&text, "a", ()) }
    #expect(ran.entries.isEmpty)
  }

  @Test("A refusal rolls back the change of an earlier refusingFirst reducer")
  func undoesRefusingFirst() {
    let first = Reducer<String, Note, Void>.refusingFirst { text, _, _ in
      text += "first"
      return .none
    }
    var text = ""
    #expect(throws: Refusal.self) { try Reducer.combine(first, Self.letter("a")).reduce(&text, "a", ()) }
    #expect(text == "")
  }

  @Test("A refusal in a nested combination rolls back the whole combination")
  func nested() {
    let nested = Reducer.combine(.combine(Self.letter("a"), Self.letter("b")), .combine([Self.letter("c")]))
    var text = "before"
    #expect(throws: Refusal.self) { try nested.reduce(&text, "c", ()) }
    #expect(text == "before")
  }

  @Test("Combining is associative, and the empty reducer is its identity")
  func monoid() throws {
    let (a, b, c) = (Self.letter("a"), Self.letter("b"), Self.letter("c"))
    let groupings: [Reducer<String, Note, Void>] = [
      .combine([a, b, c]), .combine(.combine(a, b), c), .combine(a, .combine(b, c)),
      .combine(.empty, a, b, .empty, c), .combine(.combine([]), a, b, c),
    ]
    for reducer in groupings {
      var text = ""
      let effect = try reducer.reduce(&text, "x", ())
      #expect(text == "abc")
      #expect(effect.operations.count == 3)
    }
  }

  @Test("The combination of no reducers accepts an action without a change or an effect")
  func none() throws {
    var text = "before"
    #expect(try Reducer<String, Note, Void>.combine().reduce(&text, "x", ()).isEmpty)
    #expect(text == "before")
  }
}
