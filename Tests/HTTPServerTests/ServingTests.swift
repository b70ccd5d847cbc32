import Dispatch
import HTTP
import Testing

@testable import HTTPServer

@Suite("A server", .timeLimit(.minutes(1)))
struct ServingTests {
  @Test("answers many requests on one connection")
  func keepsAlive() throws {
    try LiveServer.run(respond: echo) { live in
      let client = try live.client()
      for path in ["/a", "/b", "/c"] {
        #expect(try client.exchange(path) == .ok(path))
      }
      #expect(live.server.statistics.requests == 3)
      #expect(live.server.statistics.acceptedConnections == 1)
    }
  }

  @Test("answers pipelined requests in their order, though the answers come from other threads in another")
  func keepsOrder() throws {
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/0") + request("/1") + request("/2"))
      let replies = try live.desk.take(3)
      for number in [2, 0, 1] {
        DispatchQueue.global().async { replies[number].send("\(number)") }
      }
      #expect(try client.answers(3) == [.ok("0"), .ok("1"), .ok("2")])
    }
  }

  @Test("sends all answers that another thread has gathered")
  func sendsGatheredAnswers() throws {
    try LiveServer.run(configure: { $0.loops = 2 }) { live in
      let clients = try (0..<20).map { _ in try live.client() }
      for client in clients { try client.send(request("/a")) }
      let replies = try live.desk.take(20)
      live.server.gatheringAnswers { for writer in replies { writer.send("a") } }
      for client in clients { #expect(try client.answer() == .ok("a")) }
    }
  }

  @Test("reads no more than sixteen requests without an answer, and goes on after one")
  func stopsAtSixteen() throws {
    try LiveServer.run { live in
      let client = try live.client()
      try client.send((0..<20).map { request("/\($0)") }.joined())
      let first = try live.desk.take(16)
      #expect(live.desk.count == 0)
      first[0].send("0")
      #expect(try client.answer() == .ok("0"))
      let next = try live.desk.take(1)
      #expect(live.desk.count == 0)
      for writer in first[1...] + next { writer.send("x") }
      for writer in try live.desk.take(3) { writer.send("x") }
      #expect(try client.answers(19).allSatisfy { $0 == .ok("x") })
    }
  }

  @Test("answers a thousand requests that came at once")
  func answersMany() throws {
    try LiveServer.run(respond: echo) { live in
      let client = try live.client()
      try client.send((0..<1000).map { request("/\($0)") }.joined())
      #expect(try client.answers(1000) == (0..<1000).map { .ok("/\($0)") })
    }
  }

  @Test("takes chunked content")
  func takesChunks() throws {
    try LiveServer.run(respond: echo) { live in
      let client = try live.client()
      try client.send("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
      try client.send("2\r\nde\r\n0\r\n\r\n")
      #expect(try client.answer() == .ok("abcde"))
    }
  }

  @Test("asks for content that the client holds back")
  func goesOn() throws {
    try LiveServer.run(respond: echo) { live in
      let client = try live.client()
      try client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
      #expect(try client.answer() == .goOn)
      try client.send("hi")
      #expect(try client.answer() == .ok("hi"))
    }
  }

  @Test("answers HEAD without content")
  func answersHead() throws {
    try LiveServer.run(respond: echo) { live in
      let client = try live.client()
      try client.send("HEAD /long HTTP/1.1\r\nHost: a\r\n\r\n" + request("/b"))
      #expect(try client.answer(forHead: true) == .ok(""))
      #expect(try client.answer() == .ok("/b"))
    }
  }

  @Test("sends an answer that is larger than the socket takes at once")
  func sendsLargeAnswers() throws {
    let large = String(repeating: "x", count: 20 << 20)
    try LiveServer.run(respond: { _, writer in writer.send(large) }) { live in
      let client = try live.client()
      try client.send(request("/a") + request("/b"))
      #expect(try client.answer()?.body.utf8.count == large.utf8.count)
      #expect(try client.answer()?.body.utf8.count == large.utf8.count)
    }
  }

  @Test("serves many clients on both its loops")
  func servesMany() throws {
    try LiveServer.run(configure: { $0.loops = 2 }, respond: echo) { live in
      let clients = try (0..<50).map { _ in try live.client() }
      for client in clients { try client.send(request("/a")) }
      for client in clients { #expect(try client.answer() == .ok("/a")) }
      #expect(live.server.statistics.openConnections == 50)
    }
  }
}
