import Reduction
import Testing

@Suite("Effect")
struct EffectTests {
  typealias E = Effect<Int>

  static let samples: [E] = [
    .none, .send(1), .after(id: "a", .seconds(1), 2), .cancel(id: "a"), .output(Note("o")),
    .message(to: "s", Note("m")),
    .merge(.send(1), .send(2), .cancel(id: "b")),
  ]

  @Test("Each sample effect equals itself and no other sample")
  func equality() {
    for (i, one) in Self.samples.enumerated() {
      for (j, other) in Self.samples.enumerated() { #expect((one == other) == (i == j)) }
    }
  }

  @Test("The effect `empty` is `none`")
  func empty() {
    #expect(E.empty == .none)
    #expect(E.empty.isEmpty)
  }

  @Test("Effects that differ in one value are not equal")
  func inequality() {
    #expect(E.send(1) != .send(2))
    #expect(E.after(id: "a", .seconds(1), 1) != .after(id: "b", .seconds(1), 1))
    #expect(E.after(id: "a", .seconds(1), 1) != .after(id: "a", .seconds(2), 1))
    #expect(E.after(id: "a", .seconds(1), 1) != .after(id: "a", .seconds(1), 2))
    #expect(E.cancel(id: "a") != .cancel(id: "b"))
    #expect(E.output(Note("a")) != .output(Note("b")))
    #expect(E.output(Note("a")) != .output(OtherNote(number: 1)))
    #expect(E.message(to: "s", Note("a")) != .message(to: "t", Note("a")))
    #expect(E.message(to: "s", Note("a")) != .message(to: "s", Note("b")))
    #expect(E.merge(.send(1), .send(2)) != .merge(.send(2), .send(1)))
  }

  @Test("Only an effect without operations is empty")
  func emptiness() {
    for effect in Self.samples { #expect(effect.isEmpty == effect.operations.isEmpty) }
    #expect(E.none.isEmpty)
    #expect(!E.send(1).isEmpty)
    #expect(E([]).isEmpty)
    #expect(E.merge(.none, .none).isEmpty)
  }

  @Test("An effect made from another's operations equals it, and forEach visits them in order")
  func operations() {
    for effect in Self.samples {
      #expect(E(effect.operations) == effect)
      var seen: [E.Operation] = []
      effect.forEach { seen.append($0) }
      #expect(seen == effect.operations)
    }
  }

  @Test("Merging effects keeps their order")
  func mergeOrder() {
    #expect(E.merge(.send(1), .cancel(id: "x"), .send(2)).operations == [.send(1), .cancel(id: "x"), .send(2)])
  }

  @Test("Merging is associative, and the effect `none` is its identity")
  func monoid() {
    for a in Self.samples {
      #expect(.merge(a, .none) == a)
      #expect(.merge(.none, a) == a)
      for b in Self.samples {
        for c in Self.samples { #expect(E.merge(.merge(a, b), c) == .merge(a, .merge(b, c))) }
      }
    }
  }

  @Test("Mapping with the identity changes nothing, and two maps compose")
  func functor() {
    for effect in Self.samples {
      #expect(effect.map { $0 } == effect)
      #expect(effect.map { $0 + 1 }.map { "\($0)" } == effect.map { "\($0 + 1)" })
    }
  }

  @Test("Mapping a merged effect equals merging the mapped effects")
  func mapOfMerge() {
    for a in Self.samples {
      for b in Self.samples {
        #expect(E.merge(a, b).map(String.init) == Effect<String>.merge(a.map(String.init), b.map(String.init)))
      }
    }
  }

  @Test("Mapping changes actions and keeps ids, delays, outputs and messages")
  func map() {
    let effect = E.merge(
      .after(id: "a", .seconds(1), 2), .cancel(id: "a"), .output(Note("2")), .message(to: "2", Note("2")))
    #expect(
      effect.map { "<\($0)>" }.operations == [
        .schedule(id: "a", .after(.seconds(1)), "<2>"), .cancel(id: "a"), .output(Note("2")),
        .message(to: "2", Note("2")),
      ])
  }
}
