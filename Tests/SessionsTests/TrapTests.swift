import JSON
import TestSupport
import Testing

@testable import Sessions

@Suite("Quarantine after traps")
struct TrapTests {
  private let minute: Int64 = 60_000
  private let now: Int64 = 1_767_323_045_678

  private static func id(_ number: UInt64) -> SessionID { SessionID(high: number, low: 7) }

  private func trap(_ number: UInt64, minutesAgo: Int64) -> TrapRecord {
    .trap(Trap(at: now - minutesAgo * minute, subject: .session(Self.id(number), app: "shop"), action: "buy"))
  }

  private func items(_ records: TrapRecord...) -> [QuarantineItem] { QuarantineItem.items(after: records, at: now) }

  @Test("A session is quarantined for an hour after two traps within ten minutes")
  func two() throws {
    #expect(items(trap(1, minutesAgo: 1)).isEmpty)
    #expect(items(trap(1, minutesAgo: 12), trap(1, minutesAgo: 1)).isEmpty)
    #expect(items(trap(1, minutesAgo: 2), trap(2, minutesAgo: 1)).isEmpty)
    let item = try #require(items(trap(1, minutesAgo: 10), trap(1, minutesAgo: 0)).first)
    #expect(item.session == Self.id(1) && item.kind == .session && item.app == "shop" && item.action == "buy")
    #expect(item.until == now + 60 * minute)
    #expect(items(trap(1, minutesAgo: 69), trap(1, minutesAgo: 59)).count == 1)
    #expect(items(trap(1, minutesAgo: 70), trap(1, minutesAgo: 60)).isEmpty)
  }

  @Test(
    "An app is quarantined with three of its sessions, and a lifted quarantine does not return without further traps")
  func apps() {
    var records = (1...3).flatMap { [trap($0, minutesAgo: 2), trap($0, minutesAgo: 1)] }
    #expect(QuarantineItem.items(after: Array(records.prefix(4)), at: now).map(\.kind) == [.session, .session])
    #expect(QuarantineItem.items(after: records, at: now).map(\.id).last == "app_shop")
    records.append(.lift(id: "app_shop", at: now))
    #expect(QuarantineItem.items(after: records, at: now).map(\.kind) == [.session, .session, .session])
    records.append(.lift(id: Self.id(2).text, at: now - minute))
    #expect(QuarantineItem.items(after: records, at: now).compactMap(\.session) == [Self.id(1), Self.id(3)])
  }

  @Test("Traps in the future, without a subject and of definitions follow the same rule")
  func others() {
    #expect(items(trap(1, minutesAgo: -1), trap(1, minutesAgo: -2)).isEmpty)
    let unknown = TrapRecord.trap(Trap(at: now, subject: nil))
    #expect(items(unknown, unknown).isEmpty)
    let text = Array("{}".utf8)
    let traps = ["a", "b"].map { TrapRecord.trap(Trap(at: now, subject: TrapSubject(definition: text, of: $0))) }
    #expect(QuarantineItem.items(after: traps, at: now).map(\.kind) == [.definition])
  }

  @Test("What is quarantined fails with the seconds until the end, and is free after it")
  func failures() throws {
    let clock = ManualClock()
    let records = [-1, 0].map { TrapRecord.trap(Trap(at: clock.now + $0, subject: .app("shop"))) }
    let traps = TrapQuarantine(QuarantineItem.items(after: records, at: clock.now), now: { clock.now })
    guard case .quarantined(_, let seconds)? = traps.failure(of: .app("shop")) else {
      Issue.record("the creations of the app are not quarantined")
      return
    }
    #expect(seconds == 3_600 && traps.failure(of: .app("other")) == nil && traps.failure(of: Self.id(1)) == nil)
    clock.advance(60 * minute)
    #expect(traps.failure(of: .app("shop")) == nil && traps.current.isEmpty && traps.lift("creation_shop") == .absent)
  }

  @Test("A record is read as the handler of signals writes it")
  func line() throws {
    let session = Self.id(5)
    let text = #"{"at":5,"signal":"SIGILL","requestId":"r_1","session":"\#(session.text)","app":"shop","action":"buy"}"#
    #expect(
      TrapRecord(Array(text.utf8)[...])
        == .trap(Trap(at: 5, subject: .session(session, app: "shop"), action: "buy", request: "r_1")))
    let definition = #"{"at":5,"signal":"SIGSEGV","definition":"00000000000000ff","app":"shop"}"#
    #expect(
      TrapRecord(Array(definition.utf8)[...])
        == .trap(Trap(at: 5, subject: .definition(255, app: "shop"), signal: "SIGSEGV")))
    for record in [TrapRecord.lift(id: "app_shop", at: 3), .start(at: 4)] {
      #expect(TrapRecord(record.bytes.dropLast()) == record)
    }
  }

  @Test("A damaged line is no record, or one that affects nothing else")
  func damage() {
    let text = Array(#"{"at":5,"signal":"SIGILL","session":"\#(Self.id(5).text)","app":"shop","action":"buy"}"#.utf8)
    for count in text.indices { #expect(TrapRecord(text.prefix(count)) == nil) }
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      var line = text
      for _ in 0...Int.random(in: 0...2, using: &random) {
        line[Int.random(in: line.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      }
      guard let record = TrapRecord(line[...]) else { continue }
      #expect(QuarantineItem.items(after: [record, record], at: now).isEmpty)
    }
    #expect(TrapRecord([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)[...]) == nil)
  }
}
