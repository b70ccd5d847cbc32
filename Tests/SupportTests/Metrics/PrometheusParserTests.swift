import TestSupport
import Testing

@Suite("The parser of metrics")
struct PrometheusParserTests {
  @Test(
    "The parser rejects text that Prometheus would reject",
    arguments: [
      "# HELP a b\n# TYPE a gauge\na 1",
      "a 1\n",
      "# HELP a b\na 1\n",
      "# HELP a b\n# TYPE a gauge\nb 1\n",
      "# HELP a b\n# TYPE a gauge\na one\n",
      "# HELP a b\n# TYPE a gauge\na{x=1} 1\n",
      "# HELP a b\n# TYPE a gauge\na{x=\"\\t\"} 1\n",
      "# HELP a b\n# TYPE a gauge\na{x=\"1\",x=\"2\"} 1\n",
      "# HELP a b\n# TYPE a gauge\na 1\na 1\n",
      "# HELP a b\n# TYPE a gauge\na 1\n\n",
      "# HELP a b\n# TYPE a counter\na 1\n",
      "# HELP a_total b\n# TYPE a_total counter\na_total -1\n",
      "# HELP a b\n# TYPE a gauge\n# HELP a b\n# TYPE a gauge\n",
      "# HELP a b\n# TYPE a histogram\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 2\n",
      "# HELP a b\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
    ])
  func faults(text: String) {
    #expect(throws: PrometheusParser.Fault.self) { try PrometheusParser(text) }
  }
}
