import Testing

@testable import HTTP

@Suite struct RequestTests {
  @Test("A field is found by its case-insensitive name and the first one counts")
  func fields() throws {
    let request = try get("/", "X-A: 1", "x-a: 2", "Empty:")
    #expect(request.value(of: "x-a") == Array("1".utf8)[...])
    #expect(request.text(of: "host") == "a")
    #expect(request.text(of: "empty") == "")
    #expect(request.value(of: "x-") == nil)
    #expect(request.count(of: "x-a") == 2)
  }

  @Test("List members come from all lines of a field and are not split at quoted commas")
  func lists() throws {
    let request = try get("/", "L: a, b,,c ", "X: x", "l: \"d, \\\", e\" ; f", "L: ,")
    let members = request.values(of: "l").map { String(decoding: $0, as: UTF8.self) }
    #expect(members == ["a", "b", "c", "\"d, \\\", e\" ; f"])
    #expect(Array(request.values(of: "none")).isEmpty)
  }

  @Test("The text of an unknown method is kept as sent")
  func method() throws {
    #expect(try request("BREW / HTTP/1.0\r\n\r\n").methodText == "BREW")
  }

  @Test("Percent-encoded bytes that are not UTF-8 are rejected", arguments: ["%ff", "%c3", "%ed%a0%80", "%c0%af"])
  func invalid(bytes: String) throws {
    let request = try get("/\(bytes)?a=\(bytes)")
    #expect(throws: RequestError.self) { try request.parameter("a") }
    #expect(throws: RequestError.self) { try request.parameter("b") }
  }

  @Test("Query parameters are decoded in order and a plus becomes a space")
  func parameters() throws {
    let request = try get("/?a=1&b&=c&&a=2&%64=%26+e%3D=")
    let pairs = try request.parameters().map { "\($0.name)|\($0.value)" }
    #expect(pairs == ["a|1", "b|", "|c", "a|2", "d|& e=="])
    #expect(try request.parameter("a") == "1")
    #expect(try request.parameter("b") == "")
    #expect(try request.parameter("c") == nil)
    #expect(try get("/").parameters().isEmpty)
    #expect(try get("/?").parameters().isEmpty)
  }
}
