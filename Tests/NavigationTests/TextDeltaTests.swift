import JSON
import Testing

@testable import Navigation

@Suite("Deltas of JSON text")
struct TextDeltaTests {
  private func check(_ base: String, _ text: String) throws -> Int {
    let (base, text) = (Array(base.utf8), Array(text.utf8))
    let delta = TextDelta(from: base, to: text)
    #expect(delta.applied(to: base, limit: text.count) == text)
    #expect(text.isEmpty || delta.applied(to: base, limit: text.count - 1) == nil)
    var json = JSONWriter()
    delta.write(to: &json)
    #expect(try TextDelta(stored: JSONValue(parsing: json.bytes)) == delta)
    return json.bytes.count
  }

  private let long = (0..<500).map { "\"mémber\($0)\":\"wörter 日本 👍🏽 \($0 * 7919)\"" }.joined(separator: ",")

  @Test(
    "A delta turns its base into the text", arguments: [("", ""), ("", "a"), ("a", ""), ("abc", "abc"), ("é", "è")])
  func small(base: String, text: String) throws {
    _ = try check(base, text)
  }

  @Test("A delta is short if the text repeats or reorders pieces of its base")
  func pieces() throws {
    let (first, second) = (long.prefix(9_000), long.suffix(8_000))
    #expect(try check(long, "{\(long)}") < 50)
    #expect(try check(long, "{\(second)} and {\(first)}") < 100)
    #expect(try check(long, "[\(long),\(long.replacing("mémber250", with: "other"))]") < 200)
  }

  @Test("A delta of a text that shares nothing with its base contains the text as it is")
  func different() throws {
    #expect(try check(long, String(repeating: "ż", count: 1_000)) == 2_004)
  }

  @Test(
    "Reading or applying a damaged delta fails",
    arguments: ["[0,5]", "[0]", "[-1,2]", "[1,\"a\"]", "[9223372036854775807,9223372036854775807]", "{}", "[null]"])
  func damaged(text: String) throws {
    let delta = try? TextDelta(stored: JSONValue(parsing: Array(text.utf8)))
    #expect(delta?.applied(to: [1, 2, 3], limit: 100) == nil)
  }
}
