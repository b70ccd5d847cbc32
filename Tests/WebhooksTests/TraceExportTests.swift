import Support
import Testing

@testable import Webhooks

@Suite("The export of traces")
struct TraceExportTests {
  @Test("Numbers, texts and messages have the binary format of Protocol Buffers")
  func writer() {
    var writer = ProtobufWriter()
    writer.append(1, integer: 300)
    writer.append(2, text: "né")
    writer.append(7, fixed: 0x0102)
    writer.append(16) { $0.append(1, integer: -1) }
    let expected: [UInt8] =
      [0x08, 0xAC, 0x02] + [0x12, 3, 0x6E, 0xC3, 0xA9] + [0x39, 2, 1, 0, 0, 0, 0, 0, 0]
      + [0x82, 0x01, 11, 0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x01]
    #expect(writer.bytes == expected)
  }

  @Test("An endpoint gets the path of traces, once", arguments: ["", "/", "/v1/traces"])
  func endpoints(path: String) throws {
    #expect(try TelemetryOptions(endpoint: "http://[::1]:4318" + path, ratio: 1).url == "http://[::1]:4318/v1/traces")
  }

  @Test("An endpoint that is no URL is refused", arguments: ["", "localhost:4318", "http://a b", "http://u:p@host"])
  func faults(endpoint: String) {
    #expect(throws: TelemetryFault.self) { try TelemetryOptions(endpoint: endpoint, ratio: 1) }
  }
}
