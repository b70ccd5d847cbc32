import Dispatch
import HTTP
import Support
import Synchronization
import Testing

@testable import HTTPServer

/// A server on a free loopback port for the duration of a test.
struct LiveServer {
  let server: HTTPServer
  let desk: Desk
  var address: SocketAddress { server.addresses[0] }

  /// Runs `body` with a started server and drains the server afterwards.
  ///
  /// - Parameters:
  ///   - configure: Adjusts the configuration for the test.
  ///   - respond: Answers the requests; without it, they wait on the desk.
  static func run(
    budget: MemoryBudget = MemoryBudget(), configure: (inout HTTPServer.Configuration) -> Void = { _ in },
    respond: (@Sendable (Request, ConnectionResponseWriter) -> Void)? = nil,
    _ body: (LiveServer) throws -> Void
  ) throws {
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    configure(&configuration)
    let desk = Desk(respond: respond)
    let server = try HTTPServer(configuration: configuration, responder: desk, budget: budget)
    server.start()
    defer { #expect(LiveServer.drain(server, within: 0)) }
    try body(LiveServer(server: server, desk: desk))
  }

  func client() throws -> Client { try Client(address) }

  /// - Returns: Whether draining completed within ten seconds.
  static func drain(_ server: HTTPServer, within seconds: Double) -> Bool {
    let done = DispatchSemaphore(value: 0)
    server.drain(within: seconds) { done.signal() }
    return done.wait(timeout: .now() + 10) == .success
  }
}

/// A responder that passes requests to a closure, or keeps their writers until `receive` is called.
final class Desk: Responder {
  private let respond: (@Sendable (Request, ConnectionResponseWriter) -> Void)?
  private let waiting = Mutex<[ConnectionResponseWriter]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  init(respond: (@Sendable (Request, ConnectionResponseWriter) -> Void)?) {
    self.respond = respond
  }

  func respond(to request: Request, writer: ConnectionResponseWriter) {
    if let respond { return respond(request, writer) }
    waiting.withLock { $0.append(writer) }
    arrivals.signal()
  }

  func response(to error: RequestError) -> Response {
    Response(status: error.status, body: Array(error.code.utf8))
  }

  /// Waits for `count` requests and removes their writers from the desk.
  func receive(_ count: Int) throws -> [ConnectionResponseWriter] {
    for _ in 0..<count {
      try #require(arrivals.wait(timeout: .now() + 10) == .success, "no request arrived within ten seconds")
    }
    return waiting.withLock { replies in
      defer { replies.removeFirst(count) }
      return Array(replies.prefix(count))
    }
  }

  /// The number of requests on the desk.
  var count: Int { waiting.withLock { $0.count } }
}

extension ConnectionResponseWriter {
  func send(_ body: String, closes: Bool = false) {
    send(Response(status: 200, body: Array(body.utf8), closes: closes))
  }
}

extension Request {
  var pathText: String { String(decoding: head[path], as: UTF8.self) }
}

/// Responds at once with the content of the request, or with its path if it has no content.
@Sendable
func echo(_ request: Request, _ writer: ConnectionResponseWriter) {
  writer.send(request.body.isEmpty ? request.pathText : String(decoding: request.body, as: UTF8.self))
}

func request(_ path: String, _ fields: String = "") -> String {
  "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
}
