import Foundation
import Testing

@testable import HTTP

/// Runs the cases of `wire.json`, in the folder of NAVSTATE_ORACLE or in `Tests/Oracle`, through the parser without a server.
@Suite struct WireCaseTests {
  static let folder =
    ProcessInfo.processInfo.environment["NAVSTATE_ORACLE"].map { URL(filePath: $0) }
    ?? URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Oracle")

  @Test("Every wire case has its expected result in every split")
  func cases() throws {
    let file = Self.folder.appending(path: "wire.json")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let cases = try decoder.decode([WireCase].self, from: Data(contentsOf: file))
    #expect(!cases.isEmpty)
    for wireCase in cases { try check(wireCase) }
  }

  private func check(_ wireCase: WireCase) throws {
    let bytes = try wireCase.bytes()
    let whole = Reading(bytes)
    for cuts in Splits.of(bytes.count) {
      let reading = Reading(bytes, cuts: cuts)
      #expect(reading == whole, "\(wireCase.id): another result when cut at \(cuts.prefix(10))")
    }
    #expect(wireCase.fault(in: whole) == nil, "\(wireCase.id): \(wireCase.why): \(String(describing: whole.error))")
  }
}

private struct WireCase: Decodable {
  /// Bytes that are repeated `count` times.
  struct Part: Decodable {
    let bytes: Data
    let count: Int

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      bytes = try container.decode(Data.self)
      count = try container.decode(Int.self)
    }
  }

  let id, expect, why: String
  let rawBase64: Data?
  let rawParts: [Part]?
  let nOk: [Int]
  let status, statusHint: [Int]?
  let close: Bool?
  let prefer: String?

  func bytes() throws -> [UInt8] {
    guard let rawParts else { return Array(try #require(rawBase64)) }
    return rawParts.flatMap { part in repeatElement(part.bytes, count: part.count).joined() }
  }

  /// Returns the violation of the rules of WIRE.md in `reading`; nil if there is none.
  func fault(in reading: Reading) -> String? {
    // A method that is well-formed and not implemented counts as dispatched.
    let isDispatched = reading.error.map { $0.status == 501 && status?.contains(501) != true } ?? false
    let count = reading.requests.count + (isDispatched ? 1 : 0)
    let refusal = isDispatched ? nil : reading.error
    if count < nOk[0] || count > nOk[1] { return "\(count) requests" }
    if close == true, expect == "accept", reading.requests.last?.keepsAlive != false { return "stays open" }
    switch expect {
    case "accept": return refusal == nil || statusHint?.contains(refusal?.status ?? 0) == true ? nil : "refused"
    case "reject" where refusal == nil: return "not refused"
    case "either" where prefer == "reject" && refusal == nil: return "lenient"
    case "either" where prefer == "accept" && refusal != nil: return "too strict"
    case "incomplete": return refusal == nil || refusal?.status == 400 ? nil : "status"
    default: return refusal == nil || status?.contains(refusal?.status ?? 0) == true ? nil : "status"
    }
  }
}
