import HTTP
import Testing

@testable import HTTPServer

@Suite("An answer that waits for news", .timeLimit(.minutes(1)))
struct LateAnswerTests {
  private let nothingNew = Response(status: 200, body: Array("nothing new".utf8))

  @Test("is given by the server when its time is over, and the connection goes on")
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

  @Test("closes the connection when its time is over and there is nothing else to say")
  func closes() throws {
    try LiveServer.run { live in
      let (client, _, endings) = try waiting(live, for: .zero, orElse: nil)
      #expect(try client.answer() == nil)
      #expect(try endings.wait() == [.disconnected])
    }
  }

  @Test("is an answer like any other when it comes in time, and nobody gives up")
  func comesInTime() throws {
    try LiveServer.run { live in
      let (client, replies, endings) = try waiting(live, for: .seconds(3600), orElse: nothingNew)
      replies[1].send("b")
      replies[0].send("news", closes: true)
      #expect(try client.answers(2) == [.ok("news", connection: "close"), nil])
      #expect(endings.count == 0)
    }
  }

  @Test("is not waited for when the client has reset the connection")
  func clientResets() throws {
    try LiveServer.run { live in
      let (client, _, endings) = try waiting(live, for: .seconds(3600), orElse: nothingNew)
      client.reset()
      #expect(try endings.wait() == [.disconnected])
    }
  }

  @Test("is not waited for when it has been given")
  func isGiven() throws {
    try LiveServer.run { live in
      let (client, replies, _) = try waiting(live, for: .seconds(3600), orElse: nothingNew)
      replies[0].send("news")
      #expect(try client.answer() == .ok("news"))
      let endings = Endings()
      replies[0].expectAnswer(within: .seconds(3600)) { endings.note(.disconnected) }
      #expect(try endings.wait() == [.disconnected])
    }
  }

  @Test("is not waited for when the server has ended")
  func serverHasEnded() throws {
    var writer: ConnectionResponseWriter?
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/a"))
      writer = try live.desk.take(1)[0]
    }
    let endings = Endings()
    writer?.expectAnswer(within: .seconds(3600), orElse: nothingNew) { endings.note(.disconnected) }
    #expect(try endings.wait() == [.disconnected])
  }

  @Test("is given by the server when that stops")
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

  @Test("is given by the server at once when that stops already")
  func waitsNotWhileDraining() throws {
    try LiveServer.run { live in
      let client = try live.client()
      try client.send(request("/a"))
      let writer = try live.desk.take(1)[0]
      live.server.drain(within: 60) {}
      writer.expectAnswer(within: .seconds(3600), orElse: nothingNew)
      #expect(try client.answers(2) == [.ok("nothing new", connection: "close"), nil])
    }
  }

  /// Two requests of one client, the first of which waits.
  private func waiting(
    _ live: LiveServer, for time: Duration, orElse fallback: Response?
  ) throws -> (client: Client, replies: [ConnectionResponseWriter], endings: Endings) {
    let (client, endings) = (try live.client(), Endings())
    try client.send(request("/a") + request("/b"))
    let replies = try live.desk.take(2)
    replies[0].expectAnswer(within: time, orElse: fallback) { endings.note(.disconnected) }
    return (client, replies, endings)
  }
}
