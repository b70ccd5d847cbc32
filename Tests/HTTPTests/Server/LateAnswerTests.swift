import HTTP
import Testing

@testable import HTTPServer

@Suite("Responses with a deadline", .timeLimit(.minutes(1)))
struct LateAnswerTests {
  private let nothingNew = Response(status: 200, body: Array("nothing new".utf8))

  @Test("The fallback response is sent at the deadline and the connection continues")
  func fallsBack() throws {
    try LiveServer.run { live in
      let (client, replies, endings) = try waiting(live, for: .zero, orElse: nothingNew)
      #expect(try client.answer() == .ok("nothing new"))
      #expect(try endings.wait() == [.disconnected])
      replies[0].send("too late")
      replies[1].send("b")
      #expect(try client.answer() == .ok("b"))
    }
  }

  @Test("A response before its deadline is sent and the responder is not notified")
  func comesInTime() throws {
    try LiveServer.run { live in
      let (client, replies, endings) = try waiting(live, for: .seconds(3600), orElse: nothingNew)
      replies[1].send("b")
      replies[0].send("news", closes: true)
      #expect(try client.answers(2) == [.ok("news", connection: "close"), nil])
      #expect(endings.count == 0)
    }
  }

  @Test("The responder is notified when the client resets the connection")
  func clientResets() throws {
    try LiveServer.run { live in
      let (client, _, endings) = try waiting(live, for: .seconds(3600), orElse: nothingNew)
      client.reset()
      #expect(try endings.wait() == [.disconnected])
    }
  }

  @Test("A deadline for an answered request notifies the responder at once")
  func isGiven() throws {
    try LiveServer.run { live in
      let (client, replies, _) = try waiting(live, for: .seconds(3600), orElse: nothingNew)
      replies[0].send("news")
      #expect(try client.answer() == .ok("news"))
      let endings = Endings()
      replies[0].expectAnswer(within: .seconds(3600)) { endings.record(.disconnected) }
      #expect(try endings.wait() == [.disconnected])
    }
  }

  @Test("A deadline that is set after the server has stopped notifies the responder at once")
  func serverHasEnded() throws {
    var writer: ConnectionResponseWriter?
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/a"))
      writer = try live.desk.receive(1)[0]
    }
    let endings = Endings()
    writer?.expectAnswer(within: .seconds(3600), orElse: nothingNew) { endings.record(.disconnected) }
    #expect(try endings.wait() == [.disconnected])
  }

  @Test("The fallback response is sent when the server drains")
  func drains() throws {
    try LiveServer.run { live in
      let (client, replies, endings) = try waiting(live, for: .seconds(3600), orElse: nothingNew)
      live.server.drain(within: 60) {}
      #expect(try client.answer() == .ok("nothing new"))
      #expect(try endings.wait() == [.disconnected])
      replies[1].send("b")
      #expect(try client.answers(2) == [.ok("b", connection: "close"), nil])
    }
  }

  @Test("The fallback response is sent at once if the deadline is set while the server drains")
  func waitsNotWhileDraining() throws {
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/a"))
      let writer = try live.desk.receive(1)[0]
      live.server.drain(within: 60) {}
      writer.expectAnswer(within: .seconds(3600), orElse: nothingNew)
      #expect(try client.answers(2) == [.ok("nothing new", connection: "close"), nil])
    }
  }

  /// Sends two requests from one client and sets a deadline for the first.
  private func waiting(
    _ live: LiveServer, for time: Duration, orElse fallback: Response?
  ) throws -> (client: Client, replies: [ConnectionResponseWriter], endings: Endings) {
    let (client, endings) = (try live.client(), Endings())
    try client.send(request("/a") + request("/b"))
    let replies = try live.desk.receive(2)
    replies[0].expectAnswer(within: time, orElse: fallback) { endings.record(.disconnected) }
    return (client, replies, endings)
  }
}
