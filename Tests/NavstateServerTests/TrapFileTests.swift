import Glibc
import Sessions
import Testing

@testable import NavstateServer

@Suite("The file of traps")
struct TrapFileTests {
  private let folder: String
  private let log = Log(level: .error)

  init() throws {
    var template = Array("/tmp/navstate-traps-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
  }

  private var path: String { folder + "/traps.jsonl" }

  private func write(_ lines: String...) throws {
    try File.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path)
  }

  private func content() throws -> String { String(decoding: try File.read(path), as: UTF8.self) }

  @Test("A trap is reported by one start, and kept while it counts")
  func traps() throws {
    let trap = #"{"at":5000000,"signal":"SIGILL","app":"shop"}"#
    try write(#"{"at":1,"signal":"SIGILL","app":"old"}"#, trap)
    #expect(TrapFile(in: folder, at: 5_000_001, log).newTraps.map(\.app) == ["old", "shop"])
    #expect(try content() == trap + "\n" + #"{"at":5000001,"start":true}"# + "\n")
    let next = TrapFile(in: folder, at: 5_000_002, log)
    #expect(next.newTraps.isEmpty && next.records.count == 2)
    #expect(next.append(.lift(id: "creation_shop", at: 5_000_003)))
    #expect(TrapFile(in: folder, at: 5_000_004, log).records.contains(.lift(id: "creation_shop", at: 5_000_003)))
  }

  @Test("A file that is damaged, incomplete or long is read as far as its lines are records")
  func damage() throws {
    #expect(TrapFile(in: folder, at: 0, log).records.isEmpty)
    let trap = #"{"at":5,"signal":"SIGILL","app":"shop"}"#
    try write(#"{"at":5,"signal":"SIG"#, "\u{0}\u{FF}", trap, String(repeating: "x", count: 300_000), trap)
    let file = TrapFile(in: folder, at: 6, log)
    #expect(file.newTraps.map(\.app) == ["shop"] && file.append(.start(at: 7)))
    #expect(!TrapFile(in: "/nowhere", at: 6, log).append(.start(at: 7)))
  }
}
