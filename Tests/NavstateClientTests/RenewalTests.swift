import Foundation
import JSON
import Synchronization
import Testing

@testable import NavstateClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Tokens before they expire")
struct RenewalTests {
  /// Answers each request, and keeps the tokens that were sent.
  private final class Recorder: NavstateTransport {
    let tokens = Mutex<[String]>([])

    private func note(_ request: URLRequest) {
      tokens.withLock { $0.append(request.value(forHTTPHeaderField: "Authorization") ?? "") }
    }

    func send(_ request: URLRequest) async throws -> HTTPReply {
      note(request)
      return HTTPReply(status: 200)
    }

    func stream(_ request: URLRequest) async throws -> (HTTPReply, AsyncThrowingStream<Data, any Error>) {
      note(request)
      return (HTTPReply(status: 200), AsyncThrowingStream { $0.finish() })
    }
  }

  private struct NoNetwork: Error {}

  /// A JWT as a client sees it: only the server checks the signature.
  private static func jwt(_ payload: String) -> String {
    "e30.\(Data(payload.utf8).base64EncodedString().replacing("+", with: "-").replacing("=", with: "")).signature"
  }

  @Test("A JWT is replaced 30 seconds before it expires, and a failed replacement is attempted again later")
  func renewal() async throws {
    let recorder = Recorder()
    let time = Mutex<TimeInterval>(0)
    let next = Mutex<String?>(nil)
    let asked = Mutex(0)
    let transport = RenewingTransport(recorder, now: { Date(timeIntervalSince1970: time.withLock { $0 }) }) {
      asked.withLock { $0 += 1 }
      guard let token = next.withLock({ $0 }) else { throw NoNetwork() }
      return token
    }
    let (first, second) = (Self.jwt(#"{"sub": "ü?>", "exp": 600}"#), Self.jwt(#"{"sub": "ü?>", "exp": 1200}"#))
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1/")))
    request.setValue("Bearer \(first)", forHTTPHeaderField: "Authorization")
    func sent(at seconds: TimeInterval) async throws -> ([String], asked: Int) {
      time.withLock { $0 = seconds }
      recorder.tokens.withLock { $0 = [] }
      _ = try await transport.send(request)
      _ = try await transport.stream(request)
      return (recorder.tokens.withLock { $0.map { String($0.dropFirst("Bearer ".count)) } }, asked.withLock { $0 })
    }
    #expect(try await sent(at: 0) == ([first, first], 0))
    #expect(try await sent(at: 569.9) == ([first, first], 0))
    #expect(try await sent(at: 570) == ([first, first], 1))
    #expect(try await sent(at: 584.9) == ([first, first], 1))
    next.withLock { $0 = second }
    #expect(try await sent(at: 585) == ([second, second], 2))
    #expect(try await sent(at: 1169.9) == ([second, second], 2))
  }

  @Test(
    "Only a JWT that has not expired by the device's clock is replaced before the server refuses it",
    arguments: [
      jwt(#"{"exp": 99}"#), jwt("{}"), jwt(#"{"exp": "200"}"#), jwt("[]"), "a.~.c", "..", "", "token", "a.b.c.d",
    ])
  func kept(_ token: String) {
    var schedule = TokenRenewalSchedule()
    let due = [100.0, 200, 1e9].map { schedule.isDue(token, at: Date(timeIntervalSince1970: $0)) }
    #expect(!due.contains(true))
  }
}
