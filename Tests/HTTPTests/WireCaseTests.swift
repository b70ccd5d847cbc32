import Foundation
import Testing

@testable import HTTP

/// Runs the cases of `wire.json` in the folder that NAVSTATE_ORACLE names through the parser alone.
@Suite struct WireCaseTests {
  static let folder = ProcessInfo.processInfo.environment["NAVSTATE_ORACLE"]

  @Test(
    "Every wire case has its verdict in every split",
    .enabled(if: folder != nil, "NAVSTATE_ORACLE does not name a folder with wire.json"))
  func cases() throws {
    let file = URL(fileURLWithPath: try #require(Self.folder)).appendingPathComponent("wire.json")
    let cases = try JSONDecoder().decode([WireCase].self, from: Data(contentsOf: file))
    #expect(!cases.isEmpty)
    for wireCase in cases { try check(wireCase) }
  }

  private func check(_ wireCase: WireCase) throws {
    let bytes = try wireCase.bytes()
    let whole = Reading(bytes)
    for cuts in Splits.of(bytes.count) {
      let reading = Reading(bytes, cuts: cuts)
      #expect(reading == whole, "\(wireCase.id): another verdict when cut at \(cuts.prefix(10))")
    }
    #expect(wireCase.fault(in: whole) == nil, "\(wireCase.id): \(wireCase.why): \(String(describing: whole.error))")
  }
}

private struct WireCase: Decodable {
  enum Part: Decodable {
    case text(String)
    case count(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let count = try? container.decode(Int.self) {
        self = .count(count)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  let id, expect, why: String
  let raw_base64: String?
  let raw_parts: [[Part]]?
  let n_ok: [Int]
  let status, status_hint: [Int]?
  let close: Bool?
  let prefer: String?

  func bytes() throws -> [UInt8] {
    guard let raw_parts else { return Array(try #require(Data(base64Encoded: raw_base64 ?? ""))) }
    var bytes: [UInt8] = []
    for part in raw_parts {
      guard case .text(let text) = part[0], case .count(let count) = part[1] else { continue }
      let piece = Array(try #require(Data(base64Encoded: text)))
      for _ in 0..<count { bytes += piece }
    }
    return bytes
  }

  /// What is wrong with `reading`, by the rules of WIRE.md.
  func fault(in reading: Reading) -> String? {
    // A method that is well understood and not implemented counts as dispatched.
    let isDispatched = reading.error.map { $0.status == 501 && status?.contains(501) != true } ?? false
    let count = reading.requests.count + (isDispatched ? 1 : 0)
    let refusal = isDispatched ? nil : reading.error
    if count < n_ok[0] || count > n_ok[1] { return "\(count) requests" }
    if close == true, expect == "accept", reading.requests.last?.keepsAlive != false { return "stays open" }
    switch expect {
    case "accept": return refusal == nil || status_hint?.contains(refusal?.status ?? 0) == true ? nil : "refused"
    case "reject" where refusal == nil: return "not refused"
    case "either" where prefer == "reject" && refusal == nil: return "lenient"
    case "either" where prefer == "accept" && refusal != nil: return "too strict"
    case "incomplete": return refusal == nil || refusal?.status == 400 ? nil : "status"
    default: return refusal == nil || status?.contains(refusal?.status ?? 0) == true ? nil : "status"
    }
  }
}
