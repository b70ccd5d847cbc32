import Support

/// The program that spans come from (`Resource` of OTLP).
package struct TraceResource: Sendable {
  private let attributes: [(name: StaticString, value: EndedSpan.Value)]
  let version: String

  /// - Parameter instance: Differs from that of each other process.
  package init(program: String, version: String, instance: String) {
    self.version = version
    attributes = [
      ("service.name", .text(program)), ("service.version", .text(version)), ("service.instance.id", .text(instance)),
    ]
  }

  fileprivate func write(to message: inout ProtobufWriter) {
    for attribute in attributes { message.append(1) { $0.append(attribute) } }
  }
}

extension ProtobufWriter {
  /// Writes an `ExportTraceServiceRequest` of OTLP 1 (opentelemetry/proto/collector/trace/v1/trace_service.proto).
  mutating func append(_ spans: [EndedSpan], of resource: TraceResource) {
    append(1) { resourceSpans in
      resourceSpans.append(1) { resource.write(to: &$0) }
      resourceSpans.append(2) { scopeSpans in
        scopeSpans.append(1) { scope in
          scope.append(1, text: "navstate")
          scope.append(2, text: resource.version)
        }
        for span in spans { scopeSpans.append(2) { $0.append(span) } }
      }
    }
  }

  private mutating func append(_ ended: EndedSpan) {
    let span = ended.span
    append(1, bytes: span.trace)
    append(2, bytes: span.id)
    if !span.parent.isEmpty { append(4, bytes: span.parent) }
    append(5, text: ended.name)
    append(6, integer: ended.kind.rawValue)
    append(7, fixed: span.start)
    append(8, fixed: ended.end)
    for attribute in ended.attributes { append(9) { $0.append(attribute) } }
    // `STATUS_CODE_ERROR`.
    if ended.isFailure { append(15) { $0.append(3, integer: 2) } }
  }

  fileprivate mutating func append(_ attribute: (name: StaticString, value: EndedSpan.Value)) {
    append(1, text: "\(attribute.name)")
    append(2) { value in
      switch attribute.value {
      // Paths and ids that clients choose may be long.
      case .text(let text): value.append(1, text: String(text.prefix(256)))
      case .integer(let number): value.append(3, integer: number)
      }
    }
  }
}
