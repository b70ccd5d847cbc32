import Sessions
import Testing

@testable import PostgresJournal

@Suite("The division of work while nodes join and end")
struct NodeAgesTests {
  private static let second = 1_000_000_000

  @Test func `A node that is alone owns all shares at once`() {
    var ages = NodeAges()
    #expect(ages.note(living: ["a"], by: "a", at: 0).shares == .all)
  }

  @Test func `A node that joins takes shares over after their owner has given them up`() {
    var (former, joining) = (NodeAges(), NodeAges())
    _ = former.note(living: ["a"], by: "a", at: 0)
    #expect(joining.note(living: ["a", "b"], by: "b", at: 5 * Self.second).shares.isEmpty)
    let kept = former.note(living: ["a", "b"], by: "a", at: 5 * Self.second).shares
    let taken = joining.note(living: ["a", "b"], by: "b", at: 6 * Self.second).shares
    #expect(!kept.isEmpty && !taken.isEmpty && taken.isDisjoint(with: kept))
    #expect(taken.numbers.count + kept.numbers.count == Shares.count)
  }

  @Test func `The shares of a node that ends are taken over at once`() {
    var ages = NodeAges()
    _ = ages.note(living: ["a", "b"], by: "a", at: 0)
    #expect(ages.note(living: ["a", "b"], by: "a", at: Self.second).shares != .all)
    #expect(ages.note(living: ["a"], by: "a", at: Self.second).shares == .all)
  }
}
