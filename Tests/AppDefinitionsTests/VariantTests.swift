import AppDefinitions
import Testing

@Suite struct VariantTests {
  private static func variants(_ what: String, _ variants: String, _ faults: (String, String)...) -> Faulty {
    Faulty(
      what, #"{"app": "a", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}}, "variants": \#(variants)}"#,
      faults.map { ("/variants" + $0.0, $0.1) })
  }

  @Test(arguments: [
    variants("two", #"{"checkout": {"short": 1, "long": 0.5}, "tone": {"warm": 30, "none": 0}}"#),
    variants("no object", "[]", ("", "must be an object")),
    variants("no values", #"{"x": {}}"#, ("/x", "1 to 20 values; it has 0")),
    variants("a share alone", #"{"x": 50}"#, ("/x", "must be an object")),
    variants(
      "a text", #"{"x": {"a": "many", "b": 50}}"#, ("/x/a", "must be a number from 0 to 1,000,000; it is \"many\"")),
    variants("a negative weight", #"{"x": {"a": -50, "b": 150}}"#, ("/x/a", "it is -50")),
    variants("no weight", #"{"x": {"a": 0}}"#, ("/x", "a value with a weight above 0")),
    variants("a colon", #"{"x:y": {"a": 1}}"#, ("/x:y", "without a colon")),
  ])
  func `Wrong weights of variants are named`(definition: Faulty) throws { try definition.check() }
}
