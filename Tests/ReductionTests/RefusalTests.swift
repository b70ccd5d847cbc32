import Reduction
import Testing

@Suite("Refusal")
struct RefusalTests {
  @Test("A refusal has the kind `state` and is not final by default")
  func defaults() {
    let refusal = Refusal(code: "nothing-to-pop", detail: "The stack holds 1 screen.")
    #expect(refusal.kind == .state)
    #expect(!refusal.isFinal)
    #expect(refusal == .state("nothing-to-pop", "The stack holds 1 screen."))
    #expect("\(refusal)" == "nothing-to-pop: The stack holds 1 screen.")
  }

  @Test("Refusals that differ in one value are not equal")
  func inequality() {
    let refusal = Refusal.state("a", "b")
    let others = [
      Refusal.state("x", "b"), .state("a", "x"), .invalid("a", "b"), .state("a", "b", isFinal: true),
    ]
    for other in others { #expect(refusal != other) }
    #expect(Refusal.invalid("a", "b", isFinal: true) == Refusal(code: "a", detail: "b", kind: .invalid, isFinal: true))
  }
}
