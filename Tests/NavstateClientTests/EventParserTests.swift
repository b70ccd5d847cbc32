import Foundation
import Testing

@testable import NavstateClient

@Suite("The parser of server-sent events")
struct EventParserTests {
  private static let text = """
    : a comment
    retry: 1000

    id: 7
    event: change
    data: {"a":
    data: 1}

    event: empty

    data:no space

    """

  @Test(
    "The event parser reads the same events from parts of any size, with any line ends",
    arguments: [1, 2, 3, 7, 1_000],
    ["\n", "\r\n", "\r"])
  func parts(size: Int, lineEnd: String) {
    let bytes = Array((Self.text + "\n").replacing("\n", with: lineEnd).utf8)
    var parser = EventParser()
    let parts = stride(from: 0, to: bytes.count, by: size).map { Data(bytes[$0..<min($0 + size, bytes.count)]) }
    let events = parts.flatMap { parser.events(in: $0) }
    #expect(
      events == [
        ServerEvent(name: "change", data: Array("{\"a\":\n1}".utf8)), ServerEvent(data: Array("no space".utf8)),
      ])
  }
}
