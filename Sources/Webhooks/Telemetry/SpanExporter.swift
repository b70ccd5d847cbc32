import Support
import Synchronization

/// Sends the spans of a tracer to a collector, by OTLP over HTTP (<https://opentelemetry.io/docs/specs/otlp/#otlphttp>).
///
/// One request is in flight at a time. None is repeated: what the collector does not accept is dropped and counted.
package final class SpanExporter: Sendable {
  private let tracer: Tracer
  private let options: TelemetryOptions
  private let resource: TraceResource
  private let report: Report
  private let stopping: EventFD
  private let state = Mutex(State())

  private struct State {
    var isStopped = false
    var worker: Worker?
  }

  /// Called when requests begin to fail, with the reason, and with nil when one succeeds again; on the exporter's thread.
  package typealias Report = @Sendable (_ failure: String?) -> Void

  package init(
    _ tracer: Tracer, to options: TelemetryOptions, from resource: TraceResource, report: @escaping Report
  ) {
    self.tracer = tracer
    self.options = options
    self.resource = resource
    self.report = report
    guard let stopping = EventFD() else { preconditionFailure("eventfd failed: no descriptor is left") }
    self.stopping = stopping
  }

  /// Starts the exporter's thread.
  package func start() {
    state.withLock { state in
      if state.worker == nil, !state.isStopped { state.worker = Worker { [self] in ExportLoop(self).run() } }
    }
  }

  /// Sends what is queued, for at most a second, and ends the thread.
  package func stop() {
    let worker = state.withLock { state in
      state.isStopped = true
      return state.worker.take()
    }
    stopping.signal()
    tracer.wakeup.signal()
    worker?.join()
  }

  /// The loop of the thread.
  private final class ExportLoop {
    private let exporter: SpanExporter
    private var transport: CurlTransport?
    private var isFailing = false

    /// Milliseconds for the last request.
    private static let farewell = 1_000

    init(_ exporter: SpanExporter) { self.exporter = exporter }

    func run() {
      let (tracer, options) = (exporter.tracer, exporter.options)
      while !exporter.isStopped {
        tracer.wakeup.wait(milliseconds: .max)
        tracer.wakeup.clear()
        // The first span has come; others follow, or enough for a request.
        if !exporter.isStopped { tracer.wakeup.wait(milliseconds: options.delay) }
        while !exporter.isStopped, send(timeout: options.timeout) {}
      }
      // A collector that takes long must not delay the end of the process.
      if !isFailing { _ = send(timeout: Self.farewell) }
    }

    /// - Returns: Whether there were spans.
    private func send(timeout: Int) -> Bool {
      let spans = exporter.tracer.takeBatch()
      guard !spans.isEmpty else { return false }
      let failure = post(spans, timeout: timeout)
      if failure == nil { exporter.tracer.countSent(spans.count) } else { exporter.tracer.countRefused(spans.count) }
      if isFailing != (failure != nil) { exporter.report(failure) }
      isFailing = failure != nil
      return true
    }

    /// - Returns: The reason that the spans were not accepted.
    private func post(_ spans: [EndedSpan], timeout: Int) -> String? {
      var message = ProtobufWriter()
      message.append(spans, of: exporter.resource)
      let request = TransportRequest(
        url: exporter.options.url, fields: ["Content-Type: application/x-protobuf", "User-Agent: navstate"],
        body: message.bytes, timeout: timeout)
      do throws(CurlError) {
        return try reason(of: answer(to: request))
      } catch {
        return error.description
      }
    }

    private func answer(to request: TransportRequest) throws(CurlError) -> ReceiverResponse {
      var options = TransportOptions()
      // The operator names the collector, which is often on the same machine.
      options.addresses.allowsPrivate = true
      if self.transport == nil { self.transport = try CurlTransport(options) }
      guard let transport = self.transport else { return .missing(reason: "no transport") }
      let isLast = exporter.isStopped
      try transport.start(request, token: 0)
      while true {
        if let end = transport.proceed().first { return end.answer }
        if !isLast, exporter.isStopped { break }
        transport.wait(for: isLast ? -1 : exporter.stopping.descriptor, milliseconds: 1_000)
      }
      // Cancels the request.
      self.transport = nil
      return .missing(reason: "the server stops")
    }

    private func reason(of answer: ReceiverResponse) -> String? {
      switch answer {
      case .status(200..<300, _): nil
      case .status(let status, _): "answered \(status)"
      case .missing(let reason): reason
      }
    }
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }
}
