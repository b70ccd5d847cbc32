import Foundation
import TestSupport
import Testing

@testable import Support

@Suite("Process metrics")
struct ProcessMetricsTests {
  private func metrics() throws -> PrometheusParser {
    var text = MetricsText()
    ProcessMetrics.report(in: &text)
    return try PrometheusParser(String(decoding: text.bytes, as: UTF8.self))
  }

  @Test("The start time, the memory and the open files of the process are plausible")
  func plausible() throws {
    let page = try metrics()
    let start = try #require(page["process_start_time_seconds"])
    #expect(start > 946_684_800 && start <= Date().timeIntervalSince1970 + 1)
    let memory = try #require(page["process_resident_memory_bytes"])
    #expect(memory > 1_000_000 && memory < 1e12)
    let files = try #require(page["process_open_fds"])
    #expect(files >= 3)
    #expect(try #require(page["process_max_fds"]) >= files)
  }

  @Test("The processor time increases with work")
  func work() throws {
    let before = ProcessMetrics.cpuSeconds
    var hash = Hasher()
    while ProcessMetrics.cpuSeconds < before + 0.001 { hash.combine(before) }
    #expect(try #require(try metrics()["process_cpu_seconds_total"]) >= before + 0.001)
  }
}
