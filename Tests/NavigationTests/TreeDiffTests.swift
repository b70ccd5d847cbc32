import JSON
import Testing

@testable import Navigation

@Suite("Moves to another tree")
struct TreeDiffTests {
  private let start: Tree

  init() throws {
    start = try Journey(at: nested).tree
  }

  /// Three steps, of which the second reverts the first.
  private static let steps: [Edit] = [
    .state("h", former: [:], new: [1]), .state("h", former: [1], new: [:]), .data(former: [:], new: ["user": "u"]),
  ]

  private func edits(length: Int, times: Int = 1) throws -> [Edit] {
    var diff = TreeDiff(from: start)
    for _ in 0..<times {
      for step in Self.steps { try diff.append([step], length: length) }
    }
    var draft = Draft(start)
    try draft.apply(diff)
    return draft.edits
  }

  @Test("A short move is recorded step by step")
  func short() throws {
    #expect(try edits(length: 1_000) == Self.steps)
  }

  @Test(
    "A move of many or long steps is recorded as the difference of the trees", arguments: [(1_000, 50), (500_000, 1)])
  func long(length: Int, times: Int) throws {
    #expect(try edits(length: length, times: times) == [.data(former: start.data, new: ["user": "u"])])
  }

  @Test("A long move with a step that does not fit throws")
  func unfit() throws {
    var diff = TreeDiff(from: start)
    #expect(throws: EditMismatch.self) {
      try diff.append(Self.steps + [.state("none", former: [:], new: [1])], length: 2 << 20)
    }
  }
}
