import ExampleApps
import JSON
import TestSupport
import Navigation
import Synchronization
import Testing

@testable import Sessions

extension SessionsHarness {
  func archive(_ id: SessionID) async throws -> [UInt8] {
    try await registry.export(id).bytes
  }

  /// Imports an archive.
  ///
  /// - Returns: A line that names the outcome.
  func importArchive(_ archive: [UInt8], of app: App) async -> String {
    let checked: CheckedArchive
    do throws(CheckedArchive.Failure) {
      checked = try CheckedArchive(ArchiveBytes(archive), registry.limits) { _, _ in AppVersions(app) }
    } catch {
      switch error {
      case .failed(let failure): return "\(failure)"
      case .faulty(let faults):
        return faults.faults.map { "line \($0.line): \($0.detail)" }.joined(separator: "\n")
      }
    }
    journal.settleByItself { _ in nil }
    let result = await registry.add(
      checked, of: AppVersions(app), defining: [], with: ArchiveSupplement(tokenHash: [1])
    ) { StoredResponse(status: 201, body: $0) }
    return result.line
  }

  func compact(_ retention: Retention) async {
    journal.settleByItself { _ in nil }
    await registry.compact(retention)
  }
}

struct Unexpected: Error {
  let what: String
}

extension ImportResult {
  fileprivate var line: String {
    switch self {
    case .created(_, _, let revision): "created \(revision)"
    case .exists: "exists"
    case .keyTaken(let key): "key \(key) taken"
    case .journalBusy: "busy"
    case .failed(let failure): "failed \(failure)"
    }
  }
}

@Suite("Archives of sessions")
struct ArchiveTests {
  /// A session with a history of random actions, undo, redo and jumps.
  private func walked(seed: UInt64, _ harness: SessionsHarness) throws -> SessionID {
    var walk = Walk(seed: seed)
    let id = try harness.session(.shelves)
    for _ in 0..<100 {
      harness.clock.advance(Int64(walk.upTo(50)))
      switch walk.upTo(12) {
      case 1: _ = harness.historyMove(.undo(steps: walk.upTo(4)), in: id)
      case 2: _ = harness.historyMove(.redo(steps: walk.upTo(4)), in: id)
      case 3:
        _ = harness.historyMove(
          .jump(revision: walk.upTo(try harness.store(id).state.withLock { $0.revision })), in: id)
      default: harness.send(walk.action(), to: id)
      }
      harness.journal.settle()
    }
    return id
  }

  @Test(
    "An imported session exports as the same bytes and continues like the original",
    arguments: 1...6 as ClosedRange<UInt64>)
  func random(seed: UInt64) async throws {
    let first = SessionsHarness()
    let id = try walked(seed: seed, first)
    if seed % 2 == 0 {
      first.storeSnapshot(of: try first.store(id))
      var retention = Retention()
      retention.revisions = Int(seed) * 6
      await first.compact(retention)
    }
    let archive = try await first.archive(id)
    let last = try first.store(id).state.withLock { $0.revision }
    let second = SessionsHarness()
    second.clock.advance(first.clock.now - second.clock.now)
    #expect(await second.importArchive(archive, of: .shelves) == "created \(last)")
    #expect(try await second.archive(id) == archive)
    let restarted = SessionsHarness(after: second, copy: true)
    #expect(try await restarted.archive(id) == archive)
    #expect(second.read(id).answer == first.read(id).answer)
    for revision in 1...last {
      #expect(second.read(revision, of: id).answer == first.read(revision, of: id).answer)
    }
    for historyMove in [HistoryMove.redo(steps: 2), .undo(steps: 3), .undo(steps: 1_000), .redo(steps: 1_000)] {
      let answers = [first, second].map { harness in
        let asked = harness.commit(historyMove, in: id, wantsSession: true)
        return asked
      }
      while answers[0].answer == nil || answers[1].answer == nil { await Task.yield() }
      #expect(answers[0].answer == answers[1].answer)
    }
  }

  @Test("An archive contains the pending timers with their deadlines")
  func timers() async throws {
    let first = SessionsHarness()
    let id = try first.session(TimerTestApp.app)
    first.send(Action("boil", TimerTestApp.boil("a", after: 1_000)), to: id)
    first.clock.advance(300)
    first.commit(Action("boil", TimerTestApp.boil("b", after: 5_000)), to: id)
    let archive = try await first.archive(id)
    let lines = String(decoding: archive, as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("{\"timer\"") } == 2)
    let second = SessionsHarness()
    #expect(await second.importArchive(archive, of: TimerTestApp.app) == "created 3")
    #expect(second.journal.tables.sessions[id]?.timers.count == 2)
    #expect(try second.timers(id) == first.timers(id))
    let wakeup = second.wakeup()
    second.clock.advance(first.clock.now - second.clock.now)
    second.advance(10_000, wakeup)
    second.advance(10_000, wakeup)
    #expect(try second.timers(id) == [])
  }

  @Test("An archive of an existing session cannot be imported")
  func twice() async throws {
    let harness = SessionsHarness()
    let id = try harness.session()
    #expect(await harness.importArchive(try await harness.archive(id), of: Counter.app) == "exists")
  }
}
