import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Origins of changes")
struct ChangeOriginTests {
  @Test(
    "The id of a request has a text and a stored form",
    arguments: [RequestID.generated(0), .generated(0x00AB_CDEF_0123_4567), .generated(.max), .sent("a"), .sent("r_+1")])
  func requestIDs(id: RequestID) {
    #expect(RequestID(id.text) == id)
    #expect(RequestID(stored: id.bytes) == id)
  }

  @Test("A text that is no id, and a damaged stored form, are none")
  func badRequestIDs() {
    for text in ["", "a b", "ä", String(repeating: "a", count: 129)] { #expect(RequestID(text) == nil) }
    for bytes in [[], [0], [0, 1], Array(repeating: 0, count: 10), [0x20]] as [[UInt8]] {
      #expect(RequestID(stored: bytes) == nil)
    }
  }

  private static let attributions =
    TokenRole.allCases.map(Attribution.session) + [
      .admin, Attribution(.operator, id: "o_1", name: "admin"), Attribution(.token, id: "t_1", role: .watch),
      Attribution(.jwt, name: "Ann \"A\"", role: .act, subject: "ann", issuer: "https://id.example"),
      Attribution(.key, name: "page"),
    ]

  @Test("An attribution is read as it was stored, and those of all sessions have no text", arguments: attributions)
  func stored(attribution: Attribution) throws {
    let stored = StoredAttribution(try #require(Attribution(attribution.json)))
    #expect(StoredAttribution.attribution(stored.number, stored.text) == attribution)
    #expect((stored.text == nil) == (attribution.kind == .session || attribution == .admin))
    #expect(stored.text == nil || stored.number > 1_000)
  }

  @Test(
    "JSON that is no attribution is refused",
    arguments: [
      #"{}"#, #"{"kind":"god"}"#, #"{"kind":"token","role":"god"}"#, #"{"kind":"token","more":1}"#, "[]", "7",
    ])
  func refused(text: String) throws { #expect(Attribution(try JSONValue(parsing: Array(text.utf8))) == nil) }
}
