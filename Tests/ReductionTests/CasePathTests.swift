import Reduction
import Testing

@Suite("CasePath")
struct CasePathTests {
  let left = CasePath<TwoCountersAction, CounterAction>.left
  let values: [CounterAction] = [.increment, .decrement, .push]

  @Test("what is embedded is what is extracted")
  func extractOfEmbed() {
    for value in values { #expect(left.extract(from: left.embed(value)) == value) }
  }

  @Test("what is extracted embeds to the root it came from")
  func embedOfExtract() {
    let roots = values.map(TwoCountersAction.left) + values.map(TwoCountersAction.right) + [.reset]
    for root in roots {
      if let value = left.extract(from: root) { #expect(left.embed(value) == root) }
    }
  }

  @Test("nothing is extracted from another case")
  func otherCase() {
    #expect(left.extract(from: .right(.increment)) == nil)
    #expect(left.extract(from: .reset) == nil)
  }

  @Test("the identity embeds and extracts the root itself")
  func identity() {
    let identity: CasePath<CounterAction, CounterAction> = .self
    for value in values {
      #expect(identity.embed(value) == value)
      #expect(identity.extract(from: value) == value)
    }
  }

  @Test("appended paths obey the laws, and the identity adds nothing on either side")
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
