import Glibc

/// A unit of work in progress that belongs to a trace (<https://opentelemetry.io/docs/specs/otel/trace/api/>).
///
/// A class, since changes carry it, and take one word for none.
package final class TraceSpan: Sendable, Equatable {
  /// 16 bytes.
  package let trace: [UInt8]
  /// 8 bytes.
  package let id: [UInt8]
  /// The span that this one is a part of; empty: none.
  package let parent: [UInt8]
  /// Whether it is exported. All spans of a trace are, or none.
  package let isSampled: Bool
  /// Nanoseconds since 1970.
  package let start: UInt64
  private let stopwatch = Stopwatch()

  init(trace: [UInt8], parent: [UInt8], isSampled: Bool) {
    self.trace = trace
    id = Self.randomID(bytes: 8)
    self.parent = parent
    self.isSampled = isSampled
    start = Self.wallNanoseconds
  }

  package static func == (first: TraceSpan, second: TraceSpan) -> Bool {
    first.id == second.id && first.trace == second.trace
  }

  /// Nanoseconds since 1970, by a clock that is not set meanwhile.
  var end: UInt64 { start &+ UInt64(clamping: stopwatch.nanoseconds) }

  /// The value of the field `traceparent` for requests that are parts of the span (W3C Trace Context §3.2).
  package var traceparent: String { "00-\(trace.hexadecimal)-\(id.hexadecimal)-\(isSampled ? "01" : "00")" }

  /// Random bytes that are not all 0, which means none.
  static func randomID(bytes: Int) -> [UInt8] {
    let id = (0..<bytes).map { _ in UInt8.random(in: .min ... .max) }
    return id.allSatisfy { $0 == 0 } ? randomID(bytes: bytes) : id
  }

  private static var wallNanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }
}

/// A span that has ended.
package struct EndedSpan: Sendable {
  package let span: TraceSpan
  /// Nanoseconds since 1970.
  package let end: UInt64
  package let kind: Kind
  package let name: String
  package let attributes: [(name: StaticString, value: Value)]
  package let isFailure: Bool

  /// The numbers are those of OTLP (`Span.SpanKind`).
  package enum Kind: Int, Sendable {
    case `internal` = 1
    case server = 2
    case client = 3
  }

  /// The value of an attribute.
  package enum Value: Sendable, Equatable {
    case text(String)
    case integer(Int)
  }
}
