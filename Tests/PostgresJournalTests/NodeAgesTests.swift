import Sessions
import Testing

@testable import PostgresJournal

@Suite("The division of work while nodes join and end")
struct NodeAgesTests {
  private static let second = 1_000_000_000

  @Test func `A node that is alone owns all partitions at once`() {
    var ages = NodeAges()
    #expect(ages.record(living: ["a"], by: "a", at: 0).partitions == .all)
  }

  @Test func `A node that joins takes partitions over after their owner has given them up`() {
    var (former, joining) = (NodeAges(), NodeAges())
    _ = former.record(living: ["a"], by: "a", at: 0)
    #expect(joining.record(living: ["a", "b"], by: "b", at: 5 * Self.second).partitions.isEmpty)
    let kept = former.record(living: ["a", "b"], by: "a", at: 5 * Self.second).partitions
    let taken = joining.record(living: ["a", "b"], by: "b", at: 6 * Self.second).partitions
    #expect(!kept.isEmpty && !taken.isEmpty && taken.isDisjoint(with: kept))
    #expect(taken.numbers.count + kept.numbers.count == PartitionSet.count)
  }

  @Test func `The partitions of a node that ends are taken over at once`() {
    var ages = NodeAges()
    _ = ages.record(living: ["a", "b"], by: "a", at: 0)
    #expect(ages.record(living: ["a", "b"], by: "a", at: Self.second).partitions != .all)
    #expect(ages.record(living: ["a"], by: "a", at: Self.second).partitions == .all)
  }
}
