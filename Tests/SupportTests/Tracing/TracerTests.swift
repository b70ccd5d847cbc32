import Testing

@testable import Support

@Suite("The tracer")
struct TracerTests {
  private func end(_ span: TraceSpan, in tracer: Tracer) {
    tracer.end(span, .internal, "work", failed: false, [])
  }

  @Test("A request belongs to its client's trace, and is sampled as the client says", arguments: [true, false])
  func clients(isSampled: Bool) throws {
    let (trace, parent) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331")
    let field = "00-\(trace)-\(parent)-0\(isSampled ? 1 : 0)"
    let context = try #require(TraceContext(Array(field.utf8)[...]))
    let span = Tracer(ratio: isSampled ? 0 : 1).begin(underClient: context)
    #expect((span.trace.hexadecimal, span.parent.hexadecimal, span.isSampled) == (trace, parent, isSampled))
    #expect(span.traceparent == "00-\(trace)-\(span.id.hexadecimal)-0\(isSampled ? 1 : 0)")
  }

  @Test("The last bit of the flags is the sampled one", arguments: ["01", "03", "0b", "ff", "00", "02", "0a", "fe"])
  func flags(flags: String) throws {
    let field = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-\(flags)"
    #expect(TraceContext(Array(field.utf8)[...])?.isSampled == ["01", "03", "0b", "ff"].contains(flags))
  }

  @Test("The last 63 bits of a trace's id decide whether it is sampled")
  func ratio() {
    let low = [UInt8](repeating: 255, count: 8) + [0x80] + [UInt8](repeating: 0, count: 7)
    let middle = [UInt8](repeating: 0, count: 8) + [0x40] + [UInt8](repeating: 0, count: 7)
    #expect([0, 0.25, 0.5, 1].map { Tracer(ratio: $0).samples(low) } == [false, true, true, true])
    #expect([0, 0.5, 0.51, 1].map { Tracer(ratio: $0).samples(middle) } == [false, false, true, true])
  }

  @Test("Spans are dropped and counted while the queue is full")
  func fullQueue() {
    let tracer = Tracer(capacity: 2)
    let spans = (0..<3).map { _ in tracer.begin() }
    for span in spans { end(span, in: tracer) }
    #expect(tracer.takeBatch().map(\.span) == Array(spans.prefix(2)))
    #expect(tracer.takeBatch().isEmpty)
    var text = MetricsText()
    Tracer.report(tracer, in: &text)
    #expect(String(decoding: text.bytes, as: UTF8.self).contains("{reason=\"queue-full\"} 1\n"))
  }

  @Test("Spans that are not sampled are not queued, and their parts are not sampled either")
  func unsampled() {
    let tracer = Tracer(ratio: 0)
    let span = tracer.begin()
    end(span, in: tracer)
    end(tracer.begin(under: span), in: tracer)
    #expect(tracer.takeBatch().isEmpty)
  }

  @Test("The spans of the last changes are known")
  func changes() {
    let tracer = Tracer()
    let first = tracer.begin()
    tracer.note(first, of: 1, of: "s")
    #expect(tracer.begin(after: 1, of: "s").parent == first.id)
    for revision in 2...Tracer.knownChanges + 1 { tracer.note(tracer.begin(), of: revision, of: "s") }
    #expect(tracer.span(of: 1, of: "s") == nil)
    #expect(tracer.span(of: 2, of: "s") != nil)
    #expect(tracer.begin(after: 1, of: "s").parent.isEmpty)
  }
}
