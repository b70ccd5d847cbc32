import AppDefinitions
import JSON
import Testing

@Suite("Extreme numbers in a definition")
struct ExtremeNumberTests {
  /// A definition with every member that takes a number, by its name in capitals.
  private static let definition = #"""
    {
      "app": "a", "version": VERSION, "root": {"kind": "stack"}, "expires": EXPIRES, "undo": {"limit": UNDO},
      "routes": {
        "home": {"timers": {"t": {"after": TIMER, "action": {"type": "pop"}}}},
        "item": {
          "params": {"n": {"type": "number", "minimum": BOUND, "exclusiveMinimum": BOUND, "maximum": BOUND,
                           "exclusiveMaximum": BOUND},
                     "s": {"type": "string", "minLength": SHORTEST, "maxLength": LONGEST}}
        }
      },
      "actions": {"wait": {"do": [
        {"after": AFTER, "id": "w", "action": {"type": "pop"}},
        {"call": "https://a.example", "timeout": TIMEOUT, "then": {"type": "pop"}}
      ]}},
      "idle": {"after": IDLE, "action": {"type": "popToRoot"}},
      "migrate": {"MIGRATED": {}}
    }
    """#

  private static let valid = [
    "VERSION": "3", "EXPIRES": "\"PT1H\"", "UNDO": "5", "BOUND": "0", "SHORTEST": "0", "LONGEST": "9", "TIMER": "1",
    "AFTER": "1", "TIMEOUT": "1", "IDLE": "1", "MIGRATED": "2",
  ]

  private static let extremes = [
    "-9223372036854775808", "-9223372036854775807", "-9223372036854776", "-9.3e15", "-1e308", "-1", "-5e-324", "-0.0",
    "0",
    "5e-324", "0.0004", "2147483648", "9.3e15", "9223372036854775807", "9223372036854775808", "1e19", "1e308",
  ]

  /// Returns the places of the faults of the definition with that number in one member; nil when it is no JSON.
  private func faults(_ member: String, _ number: String) throws -> [String]? {
    var text = Self.definition
    for (name, valid) in Self.valid { text = text.replacing(name, with: name == member ? number : valid) }
    guard (try? JSONValue(parsing: text)) != nil else { return nil }
    return try Faulty.faults(of: text).map(\.pointer.text)
  }

  @Test("The definition without extreme numbers is valid")
  func usual() throws { #expect(try faults("", "") == []) }

  @Test(
    "A number out of the range of its member is a fault there",
    arguments: [
      ("TIMER", "/routes/home/timers/t/after"), ("AFTER", "/actions/wait/do/0/after"), ("IDLE", "/idle/after"),
      ("TIMEOUT", "/actions/wait/do/1/timeout"), ("EXPIRES", "/expires"), ("UNDO", "/undo"),
    ])
  func outOfRange(member: String, place: String) throws {
    for number in Self.extremes {
      if let found = try faults(member, number) { #expect(found == [place], "\(number)") }
    }
  }

  @Test("Members that take any number accept or reject an extreme one", arguments: ["VERSION", "MIGRATED", "BOUND"])
  func anyNumber(member: String) throws {
    for number in Self.extremes { _ = try faults(member, number) }
  }

  @Test("A length is an integer from 0", arguments: [("SHORTEST", "minLength"), ("LONGEST", "maxLength")])
  func lengths(member: String, keyword: String) throws {
    for number in Self.extremes where number != "0" && number != "-0.0" {
      if let found = try faults(member, number) {
        #expect(found.contains("/routes/item/params/s/\(keyword)"), "\(number)")
      }
    }
  }
}
