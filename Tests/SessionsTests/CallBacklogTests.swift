import Navigation
import Testing

@testable import Sessions

@Suite("The order of calls")
struct CallBacklogTests {
  @Test("At most 16 calls of an app to one host run at a time, and calls to other hosts do not wait for them")
  func hosts() {
    var backlog = CallBacklog()
    for number in 0..<40 { backlog.add(.sample("a\(number)", host: "a")) }
    backlog.add(.sample("b", host: "b"))
    let due = backlog.popDue(1, atMost: 64)
    #expect(due.count { $0.lane.host == "a" } == 16)
    #expect(due.count { $0.lane.host == "b" } == 1)
    #expect(backlog.popDue(1, atMost: 64).isEmpty)
    #expect(backlog.nextDue == nil)
    for entry in due { _ = backlog.end(entry, .over, 1) }
    #expect(backlog.popDue(1, atMost: 4).map(\.key) == ["a16", "a17", "a18", "a19"])
  }

  @Test("Calls of an app do not wait for those of other apps to the same host, nor for those to many hosts")
  func apps() {
    var backlog = CallBacklog()
    for number in 0..<1_000 {
      backlog.add(.sample("a\(number)", of: "first", host: "a"))
      backlog.add(.sample("b\(number)", of: "second", host: "h\(number)"))
    }
    #expect(backlog.popDue(1, atMost: 128).count == 16 + 56)
    backlog.add(.sample("c", of: "third", host: "a"))
    backlog.add(.sample("d", of: "third", host: "h0"))
    #expect(Set(backlog.popDue(1, atMost: 64).map(\.key)) == ["c", "d"])
    #expect(backlog.nextDue == nil)
  }

  @Test("The next attempt goes to the host with the fewest running calls")
  func fairness() {
    var backlog = CallBacklog()
    for host in ["a", "b", "c", "d"] {
      for number in 0..<20 { backlog.add(.sample("\(host)\(number)", host: host)) }
    }
    let due = backlog.popDue(1, atMost: 64)
    backlog.add(.sample("e", host: "e"))
    for entry in due.prefix(1) { _ = backlog.end(entry, .over, 1) }
    #expect(backlog.popDue(1, atMost: 1).map(\.key) == ["e"])
  }

  @Test("Calls to a host are sent in the order of their due times")
  func order() {
    var backlog = CallBacklog()
    for due in [5, 3, 9, 3, 1, 7] as [Int64] { backlog.add(.sample("k\(due)\(backlog.count)", host: "a", due: due)) }
    #expect(backlog.nextDue == 1)
    #expect(backlog.popDue(7, atMost: 9).map(\.due) == [1, 3, 3, 5, 7])
    #expect(backlog.nextDue == 9)
  }
}

extension CallRow {
  fileprivate static func sample(_ key: String, of app: String = "shop", host: String, due: Int64 = 0) -> CallRow {
    CallRow(
      key: key, session: SessionID(high: 1, low: 2), app: app, screen: nil, revision: 2, at: 0,
      request: CallRequest(method: "GET", url: "http://\(host)/", timeout: 1), reply: [], chain: 0, due: due)
  }
}
