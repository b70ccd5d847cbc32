import Support
import Synchronization

/// The spans of the jobs that this process runs; of one that an earlier process began, since the start of this one.
final class BatchSpans: Sendable {
  private let tracer: Tracer?
  private let running = Mutex<[BatchID: TraceSpan]>([:])

  init(_ tracer: Tracer?) { self.tracer = tracer }

  /// Begins the span of a running job. Returns the job with it, so that its changes are parts of the span.
  func traced(_ batch: Batch) -> Batch {
    guard let tracer, batch.state == .running else { return batch }
    let span = tracer.begin(under: batch.request.origin.span)
    running.withLock { $0[batch.id] = span }
    var batch = batch
    batch.request.origin.span = span
    return batch
  }

  func end(_ id: BatchID, _ state: Batch.State) {
    guard let tracer, let span = running.withLock({ $0.removeValue(forKey: id) }) else { return }
    tracer.end(
      span, .internal, "batch", failed: false,
      [("navstate.batch", .text(id.text)), ("navstate.state", .text(state.rawValue))])
  }

  /// Forgets a job that another node runs.
  func drop(_ id: BatchID) { running.withLock { $0[id] = nil } }
}
