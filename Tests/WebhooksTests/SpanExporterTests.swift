import Support
import Testing

@testable import Webhooks

@Suite("The exporter of spans", .timeLimit(.minutes(1)))
struct SpanExporterTests {
  private let tracer = Tracer()
  private let reports = AsyncStream<String?>.makeStream()

  private func started(to receiver: Receiver, timeout: Int = 300) throws -> SpanExporter {
    var options = try TelemetryOptions(endpoint: "http://127.0.0.1:\(receiver.port)", ratio: 1)
    (options.timeout, options.delay) = (timeout, 0)
    let resource = TraceResource(program: "navstate", version: "1", instance: "a")
    let exporter = SpanExporter(tracer, to: options, from: resource) { [reports] in reports.continuation.yield($0) }
    exporter.start()
    return exporter
  }

  private func endSpan() { tracer.end(tracer.begin(), .server, "GET", failed: false, []) }

  private func expect(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    var text = MetricsText()
    Tracer.report(tracer, in: &text)
    let page = String(decoding: text.bytes, as: UTF8.self)
    for line in lines { #expect(page.contains(line + "\n"), sourceLocation: sourceLocation) }
  }

  @Test("The end of the exporter sends what is queued")
  func flush() throws {
    let receiver = Receiver { _ in .answer(200) }.start()
    defer { receiver.stop() }
    let exporter = try started(to: receiver, timeout: 10_000)
    for _ in 0..<3 { endSpan() }
    exporter.stop()
    expect("navstate_spans_sent_total 3")
    #expect(receiver.all.allSatisfy { $0.head.hasPrefix("POST /v1/traces HTTP/1.1\r\n") })
    #expect(receiver.all.first?.field("Content-Type") == "application/x-protobuf")
  }

  @Test("Spans are dropped and counted if the collector refuses them or does not answer, which is reported once")
  func failures() async throws {
    for (behaviour, reason) in [(Receiver.Behaviour.answer(503), "answered 503"), (.hang, "")] {
      let receiver = Receiver { _ in behaviour }.start()
      defer { receiver.stop() }
      let exporter = try started(to: receiver)
      endSpan()
      var failures = reports.stream.makeAsyncIterator()
      let failure = await failures.next() ?? nil
      #expect(failure?.hasPrefix(reason) == true)
      exporter.stop()
    }
    expect("navstate_spans_sent_total 0", "navstate_spans_dropped_total{reason=\"collector\"} 2")
  }

  @Test("The end of the exporter does not wait for a collector that hangs")
  func hangingCollector() async throws {
    let (arrivals, arriving) = AsyncStream<Void>.makeStream()
    let receiver = Receiver { _ in
      arriving.yield()
      return .hang
    }.start()
    defer { receiver.stop() }
    let exporter = try started(to: receiver, timeout: 600_000)
    endSpan()
    var requests = arrivals.makeAsyncIterator()
    await requests.next()
    exporter.stop()
    expect("navstate_spans_dropped_total{reason=\"collector\"} 1")
  }
}
