import Apps
import Kettle
import Metrics
import Navigation
import Scrape
import Testing

@testable import Sessions

@Suite("The figures of actions")
struct ActionMetricsTests {
  private func outcomes(_ rehearsal: Rehearsal) throws -> [String: Double] {
    var text = MetricsText()
    rehearsal.registry.report(in: &text)
    let page = try Scrape(String(decoding: text.bytes, as: UTF8.self))
    let series = page.family("navstate_actions_total")?.series ?? []
    return Dictionary(uniqueKeysWithValues: series.map { ($0.labels["outcome"] ?? "", page[$0.name, $0.labels] ?? -1) })
      .filter { $0.value != 0 }
  }

  private func waiting(_ rehearsal: Rehearsal) throws -> Double? {
    var text = MetricsText()
    rehearsal.registry.report(in: &text)
    return try Scrape(String(decoding: text.bytes, as: UTF8.self))["navstate_actions_waiting"]
  }

  @Test("A change counts once it is durable, and waits until then")
  func durable() throws {
    let rehearsal = Rehearsal()
    let id = try rehearsal.session()
    for _ in 1...2 { rehearsal.send(Action("increment"), to: id) }
    #expect(try outcomes(rehearsal) == [:])
    #expect(try waiting(rehearsal) == 2)
    rehearsal.journal.settle()
    #expect(try outcomes(rehearsal) == ["changed": 2])
    #expect(try waiting(rehearsal) == 0)
  }

  @Test("One whose commit fails counts as failed")
  func failing() throws {
    let rehearsal = Rehearsal()
    let id = try rehearsal.session()
    rehearsal.send(Action("increment"), to: id)
    rehearsal.journal.settle(failing: .full("no space"))
    #expect(try outcomes(rehearsal) == ["failed": 1])
  }

  @Test("One for which the journal has no room counts as busy")
  func journalBusy() throws {
    let rehearsal = Rehearsal(TestJournal.Settings(capacity: 1))
    let id = try rehearsal.session()
    for _ in 1...3 { rehearsal.send(Action("increment"), to: id) }
    rehearsal.journal.settle()
    #expect(try outcomes(rehearsal) == ["changed": 1, "busy": 2])
  }

  @Test("A timer whose action is refused counts as refused, and its end as a change")
  func timer() throws {
    let rehearsal = Rehearsal()
    let wakeup = rehearsal.wakeup()
    let id = try rehearsal.session(Kettle.app)
    rehearsal.send(.boil(after: 1_000, then: ["type": "leak"]), to: id)
    rehearsal.journal.settle()
    rehearsal.advance(1_000, wakeup)
    #expect(try outcomes(rehearsal) == ["changed": 2, "refused": 1])
  }

  @Test("What comes of messages counts, too")
  func messages() throws {
    let rehearsal = Rehearsal()
    let wakeup = rehearsal.post()
    let (here, there) = (try rehearsal.session(Walkie.app), try rehearsal.session(Walkie.app))
    for type in ["hangUp", "nod", "fly"] { rehearsal.message(Action(type), from: here, to: there.text) }
    rehearsal.journal.settle()
    rehearsal.bring(wakeup)
    // The three that were sent are changes of the sender.
    #expect(try outcomes(rehearsal) == ["changed": 3, "refused": 1, "unchanged": 1, "invalid": 1])
  }
}
