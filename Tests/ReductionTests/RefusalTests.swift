import Reduction
import Testing

@Suite("Refusal")
struct RefusalTests {
  @Test("is by the state and leaves the search open unless told otherwise")
  func defaults() {
    let refusal = Refusal(code: "nothing-to-pop", detail: "The stack holds 1 screen.")
    #expect(refusal.kind == .state)
    #expect(!refusal.isFinal)
    #expect(refusal == .state("nothing-to-pop", "The stack holds 1 screen."))
    #expect("\(refusal)" == "nothing-to-pop: The stack holds 1 screen.")
  }

  @Test("refusals that differ in one value are not equal")
  func inequality() {
    let refusal = Refusal.state("a", "b")
    let others = [
      Refusal.state("x", "b"), .state("a", "x"), .invalid("a", "b"), .state("a", "b", isFinal: true),
    ]
    for other in others { #expect(refusal != other) }
    #expect(Refusal.invalid("a", "b", isFinal: true) == Refusal(code: "a", detail: "b", kind: .invalid, isFinal: true))
  }
}
