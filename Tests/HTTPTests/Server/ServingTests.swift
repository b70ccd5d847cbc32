import Dispatch
import HTTP
import Testing

@testable import HTTPServer

@Suite("The HTTP server", .timeLimit(.minutes(1)))
struct ServingTests {
  @Test("Pipelined requests are answered in order although other threads respond out of order")
  func keepsOrder() throws {
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/0") + request("/1") + request("/2"))
      let replies = try live.desk.receive(3)
      for number in [2, 0, 1] {
        DispatchQueue.global().async { replies[number].send("\(number)") }
      }
      #expect(try client.answers(3) == [.ok("0"), .ok("1"), .ok("2")])
    }
  }

  @Test("All responses that another thread gathers are sent")
  func sendsGatheredAnswers() throws {
    try LiveServer.run(configure: { $0.loops = 2 }) { live in
      let clients = try (0..<20).map { _ in try live.client() }
      for client in clients { try client.send(request("/a")) }
      let replies = try live.desk.receive(20)
      live.server.batchingResponses { for writer in replies { writer.send("a") } }
      for client in clients { #expect(try client.answer() == .ok("a")) }
    }
  }

  @Test("A thousand pipelined requests are answered in order")
  func answersMany() throws {
    try LiveServer.run(respond: echo) { live in
      let client = try live.client()
      try client.send((0..<1000).map { request("/\($0)") }.joined())
      #expect(try client.answers(1000) == (0..<1000).map { .ok("/\($0)") })
    }
  }

  @Test("The server decodes chunked content")
  func takesChunks() throws {
    try LiveServer.run(respond: echo) { live in
      let client = try live.client()
      try client.send("POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
      try client.send("2\r\nde\r\n0\r\n\r\n")
      #expect(try client.answer() == .ok("abcde"))
    }
  }

  @Test("A response larger than the socket buffer is sent completely")
  func sendsLargeAnswers() throws {
    let large = String(repeating: "x", count: 20 << 20)
    try LiveServer.run(respond: { _, writer in writer.send(large) }) { live in
      let client = try live.client()
      try client.send(request("/a") + request("/b"))
      #expect(try client.answer()?.body.utf8.count == large.utf8.count)
      #expect(try client.answer()?.body.utf8.count == large.utf8.count)
    }
  }

  @Test("A server with two event loops serves many clients")
  func servesMany() throws {
    try LiveServer.run(configure: { $0.loops = 2 }, respond: echo) { live in
      let clients = try (0..<50).map { _ in try live.client() }
      for client in clients { try client.send(request("/a")) }
      for client in clients { #expect(try client.answer() == .ok("/a")) }
      #expect(live.server.statistics.openConnections == 50)
    }
  }
}
