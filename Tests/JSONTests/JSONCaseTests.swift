import JSON
import Testing

@Suite("Enum cases in JSON")
struct JSONCaseTests {
  enum Event: Codable, Equatable {
    case start
    case set(seconds: Int, note: String?)
  }

  enum Plain: String, Codable { case start }

  @Test("An enum case is encoded as its name and its associated values")
  func encoded() {
    #expect(JSONCase(of: Event.start).name == "start")
    #expect(JSONCase(of: Event.set(seconds: 5, note: nil)).values == ["seconds": 5])
    #expect(JSONCase(of: Plain.start).name == "start")
  }

  @Test("Decoding an enum case returns its value and its labels and ignores other members")
  func decoded() throws {
    let set = try JSONCase(name: "set", values: ["seconds": 5, "x": 1]).decoded(as: Event.self)
    #expect(set?.value == .set(seconds: 5, note: nil))
    #expect(set?.labels == ["seconds", "note"])
    let start = try JSONCase(name: "start", values: ["x": 1]).decoded(as: Event.self)
    #expect(start?.value == .start)
    #expect(start?.labels == [])
    #expect(try JSONCase(name: "start", values: [:]).decoded(as: Plain.self)?.value == .start)
  }

  @Test("Decoding an enum case with an unknown name returns nil")
  func unknown() throws {
    #expect(try JSONCase(name: "stop", values: ["seconds": 5]).decoded(as: Event.self) == nil)
    #expect(try JSONCase(name: "stop", values: [:]).decoded(as: Plain.self) == nil)
  }

  @Test("A wrong or missing associated value is rejected")
  func wrong() {
    let error = #expect(throws: JSONMismatch.self) {
      try JSONCase(name: "set", values: ["seconds": "x"]).decoded(as: Event.self)
    }
    #expect(error?.pointer == JSONPointer("/seconds"))
    let missing = #expect(throws: JSONMismatch.self) { try JSONCase(name: "set", values: [:]).decoded(as: Event.self) }
    #expect(missing?.found == nil)
  }
}
