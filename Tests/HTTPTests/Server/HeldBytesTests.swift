import HTTP
import Support
import Testing

@testable import HTTPServer

@Suite("Held bytes of a connection")
struct HeldBytesTests {
  private let head = "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n"

  @Test("The received bytes of a request count as held until its response is written")
  func longRequest() {
    let harness = ConnectionHarness()
    #expect(harness.heldBytes == 0)
    harness.receive(String(head.prefix(10)))
    #expect(harness.heldBytes == 10)
    harness.receive(head.dropFirst(10) + String(repeating: "x", count: 60))
    #expect(harness.heldBytes == head.utf8.count + 60)
    harness.receive(String(repeating: "x", count: 40))
    #expect(harness.heldBytes == head.utf8.count + 100)
    harness.answer(0, "")
    #expect(harness.heldBytes == 0)
  }

  @Test("A response that waits for an earlier one counts as held")
  func early() {
    let harness = ConnectionHarness()
    harness.receive(request("/") + request("/"))
    let requests = harness.heldBytes
    harness.answer(1, String(repeating: "x", count: 50))
    #expect(harness.heldBytes == requests + 50)
    harness.answer(0, "")
    #expect(harness.heldBytes == 0)
  }

  @Test("A request that has timed out holds no bytes")
  func refused() {
    let harness = ConnectionHarness()
    harness.receive(head + "x")
    guard case .refusal? = harness.wait(seconds: 30) else {
      Issue.record("The request has not timed out.")
      return
    }
    #expect(harness.heldBytes == 0)
  }
}

@Suite("The limit of held bytes", .timeLimit(.minutes(1)))
struct HeldInAllTests {
  private let answerTooLarge = String(repeating: "x", count: 1 << 23)

  private func run(_ body: (LiveServer) throws -> Void) throws {
    try LiveServer.run(
      configure: {
        $0.loops = 1
        $0.limits.heldBytes = 100_000
      },
      respond: { [answerTooLarge] request, writer in
        writer.send(request.pathText == "/large" ? answerTooLarge : request.pathText)
      }, body)
  }

  @Test("The longest incomplete request is rejected with 503 and the others continue")
  func longest() throws {
    try run { live in
      let clients = try [40_000, 50_000, 20_000].map { size in
        let client = try live.client()
        try client.send("PUT /done HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n")
        try client.send(String(repeating: "x", count: size))
        return client
      }
      #expect(
        try clients[1].answers(2) == [ReceivedAnswer(status: 503, body: "server-busy", connection: "close"), nil])
      for (client, rest) in [(clients[0], 20_000), (clients[2], 40_000)] {
        try client.send(String(repeating: "x", count: rest))
        #expect(try client.answer() == .ok("/done"))
      }
    }
  }

  @Test("A client that does not read a response beyond the limit is disconnected")
  func unsent() throws {
    try run { live in
      let greedy = try live.client()
      try greedy.send(request("/large"))
      #expect(try live.client().exchange("/a") == .ok("/a"))
      #expect(throws: Client.Failure.self) { try greedy.rest() }
    }
  }

  @Test("One connection may hold nearly the whole limit with any number of event loops", arguments: [1, 8])
  func anyLoop(loops: Int) throws {
    try LiveServer.run(
      configure: {
        $0.loops = loops
        $0.limits.heldBytes = 1_000_000
      }, respond: { request, writer in writer.send(String(request.body.count)) }
    ) { live in
      let client = try live.client()
      try client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 800000\r\n\r\n")
      for _ in 0..<8 { try client.send(String(repeating: "x", count: 100_000)) }
      #expect(try client.answer() == .ok("800000"))
    }
  }

  @Test("The limit of held bytes applies to many small connections on all event loops")
  func allLoops() throws {
    let budget = MemoryBudget()
    try LiveServer.run(
      budget: budget,
      configure: {
        $0.loops = 4
        $0.limits.heldBytes = 200_000
      }, respond: echo
    ) { live in
      let clients = try (0..<60).map { _ in try live.client() }
      for client in clients {
        try client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n")
        try client.send(String(repeating: "x", count: 8_000))
      }
      // The clients send 480,000 bytes, more than twice the limit, so at least half of them are rejected.
      var refused = 0
      for client in clients.prefix(60) where try client.isAnswered(within: 2_000) { refused += 1 }
      #expect(refused >= 30)
      #expect(budget.used(by: .connections) <= 200_000 + 4 * 3_125)
    }
  }
}
