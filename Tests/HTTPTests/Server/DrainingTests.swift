import Dispatch
import HTTP
import Testing

@testable import HTTPServer

@Suite("Draining", .timeLimit(.minutes(1)))
struct DrainingTests {
  @Test("Draining closes idle connections and completes open requests")
  func finishesOpenRequests() throws {
    let desk = Desk(respond: nil)
    let server = try start(desk)
    let done = DispatchSemaphore(value: 0)
    do {
      let idle = try Client(server.addresses[0])
      let busy = try Client(server.addresses[0])
      try busy.send(request("/a") + request("/b"))
      let replies = try desk.receive(2)
      server.drain(within: 60) { done.signal() }
      #expect(try idle.answer() == nil)
      for writer in replies { writer.send("done") }
      #expect(try busy.answers(3) == [.ok("done"), .ok("done", connection: "close"), nil])
    }
    #expect(done.wait(timeout: .now() + 10) == .success)
    #expect(throws: Client.Failure.self) { try Client(server.addresses[0]) }
  }

  @Test("Draining completes when all clients have disconnected")
  func completes() throws {
    let server = try start(Desk(respond: echo))
    do {
      let client = try Client(server.addresses[0])
      #expect(try client.exchange("/a") == .ok("/a"))
    }
    #expect(LiveServer.drain(server, within: 60))
    #expect(server.statistics.openConnections == 0)
  }

  @Test("A connection that is open at the end of the drain period is closed")
  func closesHard() throws {
    let desk = Desk(respond: nil)
    let server = try start(desk)
    let client = try Client(server.addresses[0])
    try client.send(request("/a"))
    let writer = try desk.receive(1)[0]
    #expect(LiveServer.drain(server, within: 0))
    #expect(try client.answer() == nil)
    writer.send("too late")
  }

  @Test("Draining completes while clients send requests continuously")
  func completesUnderLoad() throws {
    let server = try start(Desk(respond: echo))
    let address = server.addresses[0]
    let begun = DispatchSemaphore(value: 0)
    for number in 0..<4 {
      DispatchQueue(label: "client \(number)").async {
        do {
          let client = try Client(address)
          while try client.exchange("/a") == .ok("/a") { begun.signal() }
        } catch {
          // The server closed between two requests.
        }
      }
    }
    for _ in 0..<100 { begun.wait() }
    #expect(LiveServer.drain(server, within: 60))
  }

  @Test("Draining a drained server completes as well")
  func drainsTwice() throws {
    let server = try start(Desk(respond: echo))
    #expect(LiveServer.drain(server, within: 60))
    #expect(LiveServer.drain(server, within: 60))
  }

  @Test("Draining a server that never started closes its listening socket")
  func drainsUnstarted() throws {
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    let server = try HTTPServer(configuration: configuration, responder: Desk(respond: nil))
    #expect(LiveServer.drain(server, within: 60))
    #expect(throws: Client.Failure.self) { try Client(server.addresses[0]) }
  }

  private func start(_ desk: Desk) throws -> HTTPServer {
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    // With one loop, an effect that one client observes has reached all clients.
    configuration.loops = 1
    let server = try HTTPServer(configuration: configuration, responder: desk)
    server.start()
    return server
  }
}
