import HTTP
import Synchronization

/// A streamed response. Pieces that any thread sends reach the client through its event loop.
///
/// Created by `ConnectionResponseWriter.stream`. A stream is the last response on its connection. After
/// `Timeouts.heartbeat` without an event, the loop sends a comment. Further input of the client is not read. A client
/// that closes its sending side counts as disconnected, since the server cannot tell the two apart.
package final class EventStream: ContentStream {
  let connection: Connection
  let number: UInt32
  let kind: Kind

  /// The kind of content.
  enum Kind {
    /// Server-sent events, without an end.
    ///
    /// - finalChunk: The last piece when the server stops.
    case events(finalChunk: SharedChunk?)
    /// Content that has an end.
    case content
  }

  var isOfEvents: Bool {
    if case .events = kind { true } else { false }
  }

  var finalChunk: SharedChunk? {
    if case .events(let finalChunk) = kind { finalChunk } else { nil }
  }

  private let onClose: @Sendable (StreamEnding) -> Void
  private let hasEnded = Atomic(false)
  private let kept = Atomic(0)

  init(connection: Connection, number: UInt32, kind: Kind, onClose: @escaping StreamCloseHandler) {
    self.connection = connection
    self.number = number
    self.kind = kind
    self.onClose = onClose
  }

  /// Bytes that the stream's owner keeps for it.
  var ownerBytes: Int { kept.load(ordering: .relaxed) }

  package func keeps(bytes: Int) { kept.store(bytes, ordering: .relaxed) }

  package var isClosed: Bool { hasEnded.load(ordering: .acquiring) }

  package func send(_ chunk: SharedChunk) { post(.chunk(chunk)) }

  package func whenSent(_ body: @escaping @Sendable () -> Void) { post(.whenSent(body)) }

  package func finish() { post(.finish) }

  package func abort() { post(.abort) }

  /// Uses the inbox even on the loop itself: a direct call would overtake earlier pieces of other threads.
  private func post(_ content: StreamWrite.Content) {
    if !isClosed { _ = connection.loop.inbox.post(StreamWrite(stream: self, content: content)) }
  }

  /// Calls `onClose`, the first time only.
  func close(as ending: StreamEnding) {
    if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { onClose(ending) }
  }
}

/// A write to a stream on its way to the event loop.
struct StreamWrite: Sendable {
  enum Content: Sendable {
    indirect case begin(Response)
    case chunk(SharedChunk)
    indirect case whenSent(@Sendable () -> Void)
    case finish
    case abort
  }

  let stream: EventStream
  let content: Content
}
