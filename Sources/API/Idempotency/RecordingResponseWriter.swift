import HTTP
import Sessions
import Synchronization

/// A response writer that stores the answer with the request's idempotency key before it sends it.
final class RecordingResponseWriter: ResponseWriter {
  /// Stores an answer, which may be sent then.
  typealias Record = @Sendable (_ answer: StoredResponse?) async -> Void

  private let writer: any ResponseWriter
  private let recorder = Mutex<Record?>(nil)

  init(_ writer: any ResponseWriter) {
    self.writer = writer
  }

  var peer: IPAddress? { writer.peer }

  /// Stores the next answer before it is sent.
  func begin(_ record: @escaping Record) {
    recorder.withLock { $0 = record }
  }

  func send(_ response: consuming Response) {
    guard let record = recorder.withLock({ $0.take() }) else { return writer.send(response) }
    let response = response
    // Without an answer the key is free again, so that a retry is carried out.
    let answer = response.isFinal ? StoredResponse(status: response.status, body: response.body) : nil
    Task.inline { [writer] in
      await record(answer)
      writer.send(response)
    }
  }

  func stream(
    _ head: consuming Response, finalChunk: SharedChunk?, onClose: @escaping StreamCloseHandler
  ) -> any ContentStream {
    writer.stream(head, finalChunk: finalChunk, onClose: onClose)
  }

  func stream(
    contentAfter head: consuming Response, onClose: @escaping StreamCloseHandler
  ) -> any ContentStream {
    writer.stream(contentAfter: head, onClose: onClose)
  }

  func receive(_ receiver: any ContentReceiver) { writer.receive(receiver) }

  func expectAnswer(
    within time: Duration, orElse fallback: Response?, onGivingUp: @escaping @Sendable () -> Void
  ) {
    writer.expectAnswer(within: time, orElse: fallback, onGivingUp: onGivingUp)
  }
}

extension Response {
  /// Whether the answer is final: a success, or a refusal that a retry does not change.
  fileprivate var isFinal: Bool {
    switch status {
    case 200..<300: true
    case 404, 409, 410, 422: !fields.contains("Retry-After")
    default: false
    }
  }
}
