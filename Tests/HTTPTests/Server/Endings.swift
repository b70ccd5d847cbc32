import Dispatch
import HTTP
import Synchronization
import Testing

@testable import HTTPServer

/// Records the notifications about ended streams and abandoned responses.
final class Endings: Sendable {
  private let all = Mutex<[StreamEnding]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  func record(_ ending: StreamEnding) {
    all.withLock { $0.append(ending) }
    arrivals.signal()
  }

  var count: Int { all.withLock { $0.count } }

  /// Waits for a notification and returns all notifications so far.
  func wait() throws -> [StreamEnding] {
    try #require(arrivals.wait(timeout: .now() + 10) == .success, "no notification arrived within ten seconds")
    return all.withLock { $0 }
  }
}

extension ConnectionResponseWriter {
  func stream(saying finalChunk: String? = nil, _ endings: Endings = Endings()) -> any ContentStream {
    stream(.empty(200), finalChunk: finalChunk.map { SharedChunk(Array($0.utf8)) }) { endings.record($0) }
  }
}

extension ContentStream {
  func send(_ text: String) { send(SharedChunk(Array(text.utf8))) }
}
