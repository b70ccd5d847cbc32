import Synchronization

/// The spans of the process: decides which are exported, and queues those for the exporter.
///
/// Nobody waits for the exporter: spans that find the queue full are dropped and counted.
package final class Tracer: Sendable {
  /// The part of the traces that begin in this process and are exported, from 0 to 1.
  private let ratio: Double
  private let capacity: Int
  private let state = Mutex(State())
  private let sent = Counter()
  /// Spans that found the queue full.
  private let dropped = Counter()
  private let refused = Counter()
  /// Signalled when there is work for the exporter.
  package let wakeup: EventFD

  /// The limit of spans in one request of the exporter, by the OpenTelemetry specification's batch processor.
  package static let batch = 512
  /// The changes whose spans are known. Later webhooks and calls of earlier changes begin traces of their own.
  static let knownChanges = 4_096

  private struct State {
    var ended: [EndedSpan] = []
    var changes: [ChangeID: TraceSpan] = [:]
    var order = Queue<ChangeID>()
  }

  private struct ChangeID: Hashable {
    let session: String
    let revision: Int
  }

  /// - Parameters:
  ///   - ratio: The part of the traces that begin in this process and are exported, from 0 to 1.
  ///   - capacity: The limit of spans that wait for the exporter.
  package init(ratio: Double = 1, capacity: Int = 4 * batch) {
    self.ratio = ratio
    self.capacity = capacity
    guard let wakeup = EventFD() else { preconditionFailure("eventfd failed: no descriptor is left") }
    self.wakeup = wakeup
  }

  // MARK: Beginning

  /// Begins a span as a part of another one; nil: it begins a trace.
  package func begin(under parent: TraceSpan? = nil) -> TraceSpan {
    if let parent { return TraceSpan(trace: parent.trace, parent: parent.id, isSampled: parent.isSampled) }
    let trace = TraceSpan.randomID(bytes: 16)
    return TraceSpan(trace: trace, parent: [], isSampled: samples(trace))
  }

  /// Begins a span for a request, as a part of its client's span, if it was sent with one.
  package func begin(underClient context: TraceContext?) -> TraceSpan {
    guard let context, let trace = [UInt8](hexadecimal: context.trace),
      let parent = [UInt8](hexadecimal: context.parent)
    else { return begin() }
    return TraceSpan(trace: trace, parent: parent, isSampled: context.isSampled)
  }

  /// Begins a span as a part of the one that made a change of a session, if that is known.
  package func begin(after revision: Int, of session: String) -> TraceSpan {
    begin(under: span(of: revision, of: session))
  }

  /// Decides by the last 63 bits of the trace's id, as other programs do, so that all take the same traces.
  func samples(_ trace: [UInt8]) -> Bool {
    let bits = trace.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & (.max >> 1)
    return Double(bits) < ratio * 0x1p63
  }

  // MARK: Causes

  /// Notes the span that made a change, for the webhooks and calls that follow from it.
  package func note(_ span: TraceSpan, of revision: Int, of session: String) {
    let id = ChangeID(session: session, revision: revision)
    state.withLock { state in
      if state.changes.updateValue(span, forKey: id) == nil { state.order.append(id) }
      if state.changes.count > Self.knownChanges, let oldest = state.order.removeFirst() {
        state.changes[oldest] = nil
      }
    }
  }

  /// The span that made a change of a session; nil: none is known.
  package func span(of revision: Int, of session: String) -> TraceSpan? {
    state.withLock { $0.changes[ChangeID(session: session, revision: revision)] }
  }

  // MARK: Ending

  /// Ends a span now, and queues it if it is sampled.
  package func end(
    _ span: TraceSpan, _ kind: EndedSpan.Kind, _ name: @autoclosure () -> String, failed isFailure: Bool,
    _ attributes: @autoclosure () -> [(name: StaticString, value: EndedSpan.Value)]
  ) {
    guard span.isSampled else { return }
    let ended = EndedSpan(
      span: span, end: span.end, kind: kind, name: name(), attributes: attributes(), isFailure: isFailure)
    let count = state.withLock { state in
      guard state.ended.count < capacity else { return 0 }
      state.ended.append(ended)
      return state.ended.count
    }
    if count == 0 { dropped.increment() }
    // The exporter waits for the first one, then until a request is full.
    if count == 1 || count == Self.batch { wakeup.signal() }
  }

  /// Removes the oldest spans of the queue, as many as one request takes.
  package func takeBatch() -> [EndedSpan] {
    state.withLock { state in
      let batch = Array(state.ended.prefix(Self.batch))
      state.ended.removeFirst(batch.count)
      return batch
    }
  }

  // MARK: Counting

  /// Counts spans that the collector has accepted.
  package func countSent(_ count: Int) { sent.increment(by: count) }

  /// Counts spans that the collector has not accepted.
  package func countRefused(_ count: Int) { refused.increment(by: count) }

  /// Writes the metrics, which are 0 without a tracer.
  package static func report(_ tracer: Tracer?, in text: inout MetricsText) {
    text.counter("navstate_spans_sent_total", "Spans that the collector has accepted.", tracer?.sent.value ?? 0)
    text.begin("navstate_spans_dropped_total", .counter, "Spans that were not exported, by reason.")
    text.series(tracer?.dropped.value ?? 0, ["reason": "queue-full"])
    text.series(tracer?.refused.value ?? 0, ["reason": "collector"])
  }
}
