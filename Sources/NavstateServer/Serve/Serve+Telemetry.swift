import JSON
import Support
import Webhooks

extension Serve {
  /// Starts sending spans to a collector; nil: nothing is traced.
  static func startTelemetry(
    _ options: TelemetryOptions?, _ tracer: Tracer?, _ program: ServerProgram, on page: MetricsPage, _ log: Log
  ) -> SpanExporter? {
    page.add { Tracer.report(tracer, in: &$0) }
    guard let options, let tracer else { return nil }
    let resource = TraceResource(
      program: program.name, version: Command.version,
      // By OpenTelemetry's conventions the instances of a service differ, also on one machine.
      instance: String(UInt64.random(in: .min ... .max), radix: 16))
    let exporter = SpanExporter(tracer, to: options, from: resource) { failure in
      guard let failure else { return log(.info, "the collector accepts spans again") }
      let fields: JSONObject = ["url": .string(options.url), "reason": .string(failure)]
      log(.warning, "the collector does not accept spans; they are dropped and counted", fields)
    }
    exporter.start()
    return exporter
  }
}
