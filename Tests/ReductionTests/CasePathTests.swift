import Reduction
import Testing

@Suite("CasePath")
struct CasePathTests {
  let left = CasePath<TwoCountersAction, CounterAction>.left
  let values: [CounterAction] = [.increment, .decrement, .push]

  @Test("CasePath extracts the value that it embedded")
  func extractOfEmbed() {
    for value in values { #expect(left.extract(from: left.embed(value)) == value) }
  }

  @Test("Embedding an extracted value gives the original root")
  func embedOfExtract() {
    let roots = values.map(TwoCountersAction.left) + values.map(TwoCountersAction.right) + [.reset]
    for root in roots {
      if let value = left.extract(from: root) { #expect(left.embed(value) == root) }
    }
  }

  @Test("CasePath extracts nil from another case")
  func otherCase() {
    #expect(left.extract(from: .right(.increment)) == nil)
    #expect(left.extract(from: .reset) == nil)
  }

  @Test("The identity case path embeds and extracts the root itself")
  func identity() {
    let identity: CasePath<CounterAction, CounterAction> = .self
    for value in values {
      #expect(identity.embed(value) == value)
      #expect(identity.extract(from: value) == value)
    }
  }

  @Test("Appended case paths round-trip, and appending the identity changes nothing")
  func appending() {
    let some = CasePath<TwoCountersAction?, TwoCountersAction>(embed: { $0 }, extract: { $0 })
    let path = some.appending(path: left)
    let here: CasePath<TwoCountersAction, TwoCountersAction> = .self
    for value in values {
      #expect(path.embed(value) == .left(value))
      #expect(path.extract(from: path.embed(value)) == value)
      #expect(left.appending(path: .self).embed(value) == left.embed(value))
      #expect(here.appending(path: left).extract(from: .left(value)) == value)
    }
    #expect(path.extract(from: nil) == nil)
    #expect(path.extract(from: .some(.right(.push))) == nil)
  }
}
