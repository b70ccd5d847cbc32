import JSON
import Navigation
import Testing

@testable import Sessions

@Suite struct VariantTests {
  private static func app(version: Int = 1, _ variants: [String: [String: Double]]) -> App {
    App(
      "shop", version: version, root: ContainerDefinition(kind: .stack, initial: "home"), routes: [Route("home")],
      variants: Variants(variants))
  }

  @Test func `Keys are divided by weight, the same key always alike, also by another version`() {
    let (app, next) = (
      Self.app(["checkout": ["short": 1, "long": 3]]), Self.app(version: 2, ["checkout": ["short": 1, "long": 3]])
    )
    let chosen = (0..<4_000).map { app.variantLabels(of: "person-\($0)")["checkout"] }
    #expect(chosen == (0..<4_000).map { next.variantLabels(of: "person-\($0)")["checkout"] })
    #expect((900...1_100).contains(chosen.count { $0 == "short" }) && !chosen.contains(nil))
  }

  @Test func `Variants of other names divide independently, and a weight of 0 is never chosen`() {
    let app = Self.app(["a": ["x": 1, "y": 1], "b": ["x": 1, "y": 1, "z": 0]])
    let equal = (0..<4_000).count { number in
      let labels = app.variantLabels(of: "person-\(number)")
      #expect(labels["b"] != "z")
      return labels["a"] == labels["b"]
    }
    #expect((1_850...2_150).contains(equal))
  }

  @Test func `The ends of the shares are values with a weight`() {
    let variant = Variants(["a": ["x": 0, "y": 1, "z": 0]]).all[0]
    #expect(variant.value(at: 0) == "y" && variant.value(at: 1) == "y")
    #expect((0..<100).allSatisfy { (0..<1).contains(Shares.place(of: "\($0)")) })
  }

  @Test func `A session has its variants from the start, its fork the same, and nobody changes them`() throws {
    let harness = SessionsHarness(apps: [Self.app(["checkout": ["short": 1, "long": 1]])])
    let id = try harness.session(Self.app(["checkout": ["short": 1, "long": 1]]))
    let label = try #require(try harness.store(id).metadata.labels["checkout"])
    #expect(label == "short" || label == "long")
    let changed = harness.ask {
      await $0.change(id, by: MetadataPatch(labels: [("checkout", "short")]), if: nil, lease: nil)
    }
    harness.journal.settle()
    #expect(changed.answer == "refused bad-member /labels/checkout")
    #expect(try harness.store(id).metadata.labels == ["checkout": label])
  }
}
