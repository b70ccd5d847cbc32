import HTTP
import Synchronization

/// An answer that goes on: pieces sent from any thread reach the client through its event loop.
///
/// Begun by `ConnectionResponseWriter.stream`. The stream is the last answer on its connection. When nothing is sent to a stream of events for
/// `Timeouts.heartbeat`, the loop sends a comment. Further bytes of the client are not read; a client that closes its
/// sending side has gone, since from here that looks the same.
package final class EventStream: ContentStream {
  let connection: Connection
  let number: UInt32
  let kind: Kind

  /// What is streamed.
  enum Kind {
    /// Server-sent events, which go on for as long as the server does.
    ///
    /// - farewell: What the client is told when the server stops.
    case events(finalChunk: SharedChunk?)
    /// Something that has an end.
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

  init(
    connection: Connection, number: UInt32, kind: Kind, onClose: @escaping @Sendable (StreamEnding) -> Void
  ) {
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

  /// Always through the mailbox, also on the loop itself: what goes straight there would overtake what another thread
  /// has put there before.
  private func post(_ content: StreamWrite.Content) {
    if !isClosed { _ = connection.loop.inbox.post(StreamWrite(stream: self, content: content)) }
  }

  /// Tells the owner; the first time only.
  func close(as ending: StreamEnding) {
    if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { onClose(ending) }
  }
}

/// Something for a stream, on its way to the event loop.
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
