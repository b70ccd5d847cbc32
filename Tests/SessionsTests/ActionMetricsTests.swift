import ExampleApps
import TestSupport
import Support
import Navigation
import Testing

@testable import Sessions

@Suite("Metrics of actions")
struct ActionMetricsTests {
  private func outcomes(_ harness: SessionsHarness) throws -> [String: Double] {
    var text = MetricsText()
    harness.registry.report(in: &text)
    let page = try PrometheusParser(String(decoding: text.bytes, as: UTF8.self))
    let series = page.family("navstate_actions_total")?.series ?? []
    return Dictionary(uniqueKeysWithValues: series.map { ($0.labels["outcome"] ?? "", page[$0.name, $0.labels] ?? -1) })
      .filter { $0.value != 0 }
  }

  private func waiting(_ harness: SessionsHarness) throws -> Double? {
    var text = MetricsText()
    harness.registry.report(in: &text)
    return try PrometheusParser(String(decoding: text.bytes, as: UTF8.self))["navstate_actions_waiting"]
  }

  @Test("A change counts as pending until it is durable and then as changed")
  func durable() throws {
    let harness = SessionsHarness()
    let id = try harness.session()
    for _ in 1...2 { harness.send(Action("increment"), to: id) }
    #expect(try outcomes(harness) == [:])
    #expect(try waiting(harness) == 2)
    harness.journal.settle()
    #expect(try outcomes(harness) == ["changed": 2])
    #expect(try waiting(harness) == 0)
  }

  @Test("An action whose commit fails counts as failed")
  func failing() throws {
    let harness = SessionsHarness()
    let id = try harness.session()
    harness.send(Action("increment"), to: id)
    harness.journal.settle(failing: .full("no space"))
    #expect(try outcomes(harness) == ["failed": 1])
  }

  @Test("An action that a full journal rejects counts as busy")
  func journalBusy() throws {
    let harness = SessionsHarness(MemoryJournal.Settings(capacity: 1))
    let id = try harness.session()
    for _ in 1...3 { harness.send(Action("increment"), to: id) }
    harness.journal.settle()
    #expect(try outcomes(harness) == ["changed": 1, "busy": 2])
  }

  @Test("A refused timer action counts as refused, and the end of its timer counts as a change")
  func timer() throws {
    let harness = SessionsHarness()
    let wakeup = harness.wakeup()
    let id = try harness.session(TimerTestApp.app)
    harness.commit(.boil(after: 1_000, then: ["type": "leak"]), to: id)
    harness.advance(1_000, wakeup)
    #expect(try outcomes(harness) == ["changed": 2, "refused": 1])
  }

  @Test("Delivered and dropped messages count as actions")
  func messages() throws {
    let harness = SessionsHarness()
    let wakeup = harness.post()
    let (here, there) = (try harness.session(MessageTestApp.app), try harness.session(MessageTestApp.app))
    for type in ["hangUp", "nod", "fly"] { harness.message(Action(type), from: here, to: there.text) }
    harness.journal.settle()
    harness.bring(wakeup)
    harness.journal.settle()
    // Three sent messages are changes of the sender, and the notes of two dropped ones.
    #expect(try outcomes(harness) == ["changed": 5, "refused": 1, "unchanged": 1, "invalid": 1])
  }
}
