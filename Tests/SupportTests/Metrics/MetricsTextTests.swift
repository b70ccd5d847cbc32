import TestSupport
import Testing

@testable import Support

@Suite("The text format of metrics")
struct MetricsTextTests {
  private func written(_ write: (inout MetricsText) -> Void) -> String {
    var text = MetricsText()
    write(&text)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  @Test("A metric family has its help, its type and a line for each series")
  func families() {
    let text = written { text in
      text.counter("a_total", "So many.", 7)
      text.begin("b", .gauge, "Of each.")
      text.series(3, ["x": "1", "y": "2"])
      text.series(0.25, ["x": "2", "y": ""])
    }
    #expect(
      text == """
        # HELP a_total So many.
        # TYPE a_total counter
        a_total 7
        # HELP b Of each.
        # TYPE b gauge
        b{x="1",y="2"} 3
        b{x="2",y=""} 0.25

        """)
  }

  @Test("Quotes, backslashes and line feeds are escaped, and are parsed back unchanged")
  func escaping() throws {
    let hostile = "a\"b\\c\nd\u{1F600}"
    let text = written { text in
      text.begin("a", .gauge, "One \\ and\ntwo \"lines\".")
      text.series(1, ["x": hostile])
    }
    #expect(text.hasPrefix("# HELP a One \\\\ and\\ntwo \"lines\".\n# TYPE a gauge\n"))
    #expect(text.hasSuffix("a{x=\"a\\\"b\\\\c\\nd\u{1F600}\"} 1\n"))
    #expect(try PrometheusParser(text)["a", ["x": hostile]] == 1)
  }

  @Test("Infinities, NaN and small numbers are written as Prometheus expects them")
  func specialNumbers() {
    let text = written { text in
      text.begin("a", .gauge, "A number.")
      for value in [Double.infinity, -.infinity, .nan, 1e-7] { text.series(value, ["of": "\(value)"]) }
    }
    #expect(
      text.split(separator: "\n").dropFirst(2).map { $0.split(separator: " ").last } == [
        "+Inf", "-Inf", "NaN", "1e-07",
      ])
  }

  @Test("A histogram has cumulative buckets in the unit of its scale")
  func histogram() throws {
    let histogram = Histogram(upTo: [1_000, 2_000_000], scale: 1e9)
    for nanoseconds in [0, 1_000, 1_001, 2_000_000, 2_000_001] { histogram.observe(nanoseconds) }
    let text = written { $0.histogram("a_seconds", "Times.", histogram) }
    let page = try PrometheusParser(text)
    #expect(text.contains(#"a_seconds_bucket{le="1e-06"} 2"#))
    #expect(text.contains(#"a_seconds_bucket{le="0.002"} 4"#))
    #expect(page["a_seconds_bucket", ["le": "+Inf"]] == 5)
    #expect(page["a_seconds_count"] == 5)
    #expect(abs((page["a_seconds_sum"] ?? 0) - 0.004002002) < 1e-12)
  }

  @Test("The default bounds of durations and sizes are written exactly")
  func bounds() throws {
    let text = written { text in
      text.histogram("a_seconds", "Times.", .durations())
      text.histogram("b", "Sizes.", .sizes())
    }
    let bounds = try PrometheusParser(text).families.map { $0.series.compactMap { $0.labels["le"] } }
    #expect(
      bounds == [
        [
          "5e-05", "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25",
          "1.0",
          "2.5", "10.0", "+Inf",
        ],
        [
          "1.0", "2.0", "4.0", "8.0", "16.0", "32.0", "64.0", "128.0", "256.0", "512.0", "1024.0", "2048.0", "4096.0",
          "+Inf",
        ],
      ])
  }

  @Test("A page of metrics has the current values of each collector")
  func page() throws {
    let page = MetricsPage()
    let counter = SharedCounter()
    page.add { $0.counter("a_total", "So many.", counter.count.value) }
    page.add { $0.gauge("b", "So many now.", 1) }
    counter.count.increment(by: 2)
    counter.count.increment()
    let metrics = try PrometheusParser(String(decoding: page.text, as: UTF8.self))
    #expect(metrics["a_total"] == 3)
    #expect(metrics["b"] == 1)
  }

  private final class SharedCounter: Sendable {
    let count = Counter()
  }
}
