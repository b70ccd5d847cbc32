import Foundation
import Glibc
import JSON
import TestSupport
import Testing

@testable import NavstateServer

@Suite("Metrics of a running server")
struct MetricsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: Self.root.appending(path: path)), as: UTF8.self)
  }

  /// Returns the metrics of a server that has served a request.
  private func page() throws -> PrometheusParser {
    var text = ""
    try withFolder { folder in
      let server = try RunningServer("--data", folder)
      let address = try #require(try server.logged()?["address"]?.stringValue)
      let port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
      _ = try ask(port, "GET /livez")
      text = try ask(port, "GET /metrics")
      #expect(try server.stop(SIGTERM)?.status == 0)
    }
    return try PrometheusParser(text)
  }

  @Test("The documentation lists every metric with its kind, and no other")
  func table() throws {
    let section = try #require(try text("docs/operations.md").split(separator: "\n## Metrics\n").last)
    let rows = section.split(separator: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
    var told: [String: String] = [:]
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      for name in cells[0].split(separator: ", ") { told[name.trimmingCharacters(in: ["`"])] = cells[1] }
    }
    let families = try page().families
    #expect(told == Dictionary(uniqueKeysWithValues: families.map { ($0.name, $0.kind) }))
  }

  @Test("The dashboard queries every metric, and no other")
  func dashboard() throws {
    let dashboard = try JSONValue(parsing: Array(try text("ops/grafana-dashboard.json").utf8))
    let panels = try #require(dashboard["panels"]?.arrayValue)
    let queries = panels.flatMap { $0["targets"]?.arrayValue ?? [] }.compactMap { $0["expr"]?.stringValue }
    #expect(queries.count > 30)
    let names = queries.map { query in
      query.matches(of: /(navstate|process)_[a-z_]+/).map { String($0.output.0) }
    }
    #expect(names.allSatisfy { $0.count == 1 })
    let families = try page().families
    let asked = names.joined().map { name in
      families.contains { $0.kind == "histogram" && name == $0.name + "_bucket" } ? String(name.dropLast(7)) : name
    }
    #expect(Set(asked) == Set(families.map(\.name)))
  }

  @Test("Each alert leads to its entry of the runbook, which has no other")
  func runbook() throws {
    let rules = try text("ops/prometheus-rules.yaml")
    let alerts = rules.matches(of: /- alert: (\w+)\n/).map { String($0.output.1) }
    #expect(alerts.count > 15)
    let entries = rules.matches(of: /runbook: docs\/runbook.md#(\w+)\n/).map { String($0.output.1) }
    #expect(entries == alerts.map { $0.lowercased() })
    #expect(try text("docs/runbook.md").matches(of: /\n## (\w+)\n/).map { String($0.output.1) } == alerts)
  }

  @Test("The manifests have images of this version, and variables that are options")
  func manifests() throws {
    let files = ["ops/compose.yaml", "ops/kubernetes.yaml", "ops/nodes/compose.yaml", "ops/nodes/kubernetes.yaml"]
    // The admin token is no option, and the Caddyfile reads the upstream.
    let known = Set(Option.all.map(\.variable) + ["NAVSTATE_ADMIN_TOKEN", "NAVSTATE_UPSTREAM"])
    for file in files {
      let text = try text(file)
      let versions = text.matches(of: /image: navstate:(\S+)/).map { String($0.output.1) }
      #expect(Set(versions) == [Command.version])
      #expect(Set(text.matches(of: /NAVSTATE_[A-Z_]+/).map { String($0.output) }).isSubset(of: known))
    }
  }

  @Test("The metrics contain the running version and the number of requests")
  func content() throws {
    let page = try page()
    #expect(page["navstate_build_info", ["version": Command.version]] == 1)
    #expect(page["navstate_http_requests_total", ["method": "GET", "route": "/livez", "status": "2xx"]] == 1)
    #expect(page["navstate_connections_accepted_total"] == 2)
    #expect(try #require(page["process_resident_memory_bytes"]) > 1_000_000)
  }

  @Test("The log line of a request contains its trace")
  func trace() throws {
    try withFolder { folder in
      let server = try RunningServer("--data", folder, "--log-level", "debug")
      let address = try #require(try server.logged()?["address"]?.stringValue)
      let port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
      _ = try ask(port, "GET /livez", "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
      let line = try #require(try server.logged())
      #expect(line["message"] == "answered")
      #expect(line["route"] == "/livez")
      #expect(line["status"] == 200)
      #expect(line["traceId"] == "0af7651916cd43dd8448eb211c80319c")
      #expect(line["parentId"] == "b7ad6b7169203331")
      #expect(try server.stop(SIGTERM)?.status == 0)
    }
  }

  /// Sends a request on a new connection and returns the response without its head.
  private func ask(_ port: UInt16, _ line: String, _ fields: String...) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(connected == 0)
    let lines = ["\(line) HTTP/1.1", "Host: localhost", "Connection: close"] + fields
    let request = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    try #require(send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count)
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      try #require(count >= 0)
      if count == 0 { break }
      answer += buffer[..<count]
    }
    let text = String(decoding: answer, as: UTF8.self)
    let end = try #require(text.range(of: "\r\n\r\n"))
    return String(text[end.upperBound...])
  }
}
