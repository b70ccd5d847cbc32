import Foundation
import Synchronization

@testable import NavstateClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport to a server. A script decides the treatment of each change of the session.
final class ScriptedTransport: NavstateTransport {
  enum Treatment: Sendable {
    case pass
    /// The request does not reach the server.
    case loseRequest
    /// The server carries the request out, and its answer does not arrive.
    case loseAnswer
    /// The server is busy.
    case answer(HTTPReply)
  }

  private struct Lost: Error {}

  private let network = URLSessionTransport()
  private let script: Mutex<@Sendable (Int) -> Treatment>
  private let count = Mutex(0)
  private let passesStreams: Bool
  private let afterLoss: @Sendable () throws -> Void

  /// - Parameters:
  ///   - passesStreams: Whether event streams reach the client, or a proxy answers with a page.
  ///   - afterLoss: Called after each lost answer.
  ///   - script: Returns the treatment of the change with that number, from 1 on.
  init(
    passesStreams: Bool = true, afterLoss: @escaping @Sendable () throws -> Void = {},
    _ script: @escaping @Sendable (Int) -> Treatment
  ) {
    self.passesStreams = passesStreams
    self.script = Mutex(script)
    self.afterLoss = afterLoss
  }

  static let busy = Treatment.answer(
    HTTPReply(status: 503, body: Data(#"{"code": "busy", "detail": "busy", "status": 503}"#.utf8)))

  /// Sets the treatment of all further changes.
  func change(to treatment: Treatment) {
    script.withLock { $0 = { _ in treatment } }
  }

  /// The number of changes that were sent.
  var sent: Int { count.withLock { $0 } }

  func send(_ request: URLRequest) async throws -> HTTPReply {
    guard request.httpMethod == "POST", request.url?.path.hasPrefix("/v1/sessions/") == true else {
      return try await network.send(request)
    }
    let number = count.withLock { count in
      count += 1
      return count
    }
    switch script.withLock({ $0 })(number) {
    case .pass: return try await network.send(request)
    case .loseRequest: throw Lost()
    case .loseAnswer:
      _ = try await network.send(request)
      try afterLoss()
      throw Lost()
    case .answer(let reply): return reply
    }
  }

  func stream(_ request: URLRequest) async throws -> (HTTPReply, AsyncThrowingStream<Data, any Error>) {
    guard passesStreams else {
      return (HTTPReply(status: 200, fields: ["content-type": "text/html"]), AsyncThrowingStream { $0.finish() })
    }
    return try await network.stream(request)
  }
}
