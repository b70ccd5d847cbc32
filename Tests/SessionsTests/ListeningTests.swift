import JSON
import Navigation
import Synchronization
import TestSupport
import Testing

@testable import Sessions

@Suite("Subscriptions")
struct ListeningTests {
  private let harness = SessionsHarness()

  /// A session at revision 301, whose outputs 1 to 6 were sent by the revisions 2, 52, 102, 152, 202 and 252.
  private func session() throws -> SessionID {
    let id = try harness.session()
    for number in 0..<300 {
      harness.commit(number.isMultiple(of: 50) ? Action("push") : .increment, to: id)
    }
    harness.storeSnapshot(of: try harness.store(id))
    return id
  }

  private func listen(to id: SessionID, from point: ListeningPoint) async -> Beginning {
    Beginning(await harness.registry.listen(SilentListener(), to: id, from: point))
  }

  private func keep(_ revisions: Int) async {
    var retention = Retention()
    retention.revisions = revisions
    await harness.compact(retention)
  }

  @Test("A subscriber receives all outputs after the number that it resumes from", arguments: 0...6)
  func outputs(known: Int) async throws {
    let beginning = await listen(to: try session(), from: .afterOutput(known))
    guard case .missed(_, let outputs, isReset: false) = beginning else { return #expect(beginning == .failed) }
    #expect(outputs.filter { $0 > known } == Array(known + 1..<7))
  }

  @Test("A subscriber that missed pruned outputs receives a reset and the remaining outputs")
  func prunedOutputs() async throws {
    let id = try session()
    await keep(150)
    // Revision 152, which sent output 4, is the oldest one.
    let all = Array(152...301)
    for known in 0...2 {
      #expect(await listen(to: id, from: .afterOutput(known)) == .missed(all, outputs: [4, 5, 6], isReset: true))
    }
    #expect(await listen(to: id, from: .afterOutput(3)) == .missed(all, outputs: [4, 5, 6], isReset: false))
    await keep(10)
    #expect(await listen(to: id, from: .afterOutput(5)) == .missed(Array(292...301), outputs: [], isReset: true))
    #expect(await listen(to: id, from: .afterOutput(6)) == .missed([], outputs: [], isReset: false))
    #expect(await listen(to: id, from: .afterOutput(7)) == .state(301, isReset: true))
  }

  @Test("A session is not unloaded while a subscription waits for pending changes")
  func waiting() throws {
    let id = try harness.session()
    let store = try harness.store(id)
    harness.send(.increment, to: id)
    Task.inline { [harness] in _ = await harness.registry.listen(SilentListener(), to: id, from: .now) }
    // The change has completed on another thread, which has not started the subscription yet.
    store.state.withLock { $0.pending = [] }
    _ = store.takeSnapshot()
    #expect(!store.retire())
  }

  @Test("Subscribers receive revisions in order, even if an answer triggers the next change")
  func order() async throws {
    let id = try harness.session()
    let listener = RecordingListener()
    _ = await harness.registry.listen(listener, to: id, from: .now)
    harness.send(.increment, to: id) { [harness] in
      harness.commit(.increment, to: id)
    }
    harness.journal.settle()
    #expect([await listener.next(), await listener.next()] == ["2", "3"])
  }

  @Test("A subscriber receives a snapshot if its revision was pruned or does not exist yet")
  func prunedRevisions() async throws {
    let id = try session()
    await keep(10)
    #expect(await listen(to: id, from: .after(291)) == .state(301, isReset: true))
    #expect(await listen(to: id, from: .after(292)) == .missed(Array(293...301), outputs: [], isReset: false))
    #expect(await listen(to: id, from: .after(301)) == .missed([], outputs: [], isReset: false))
    #expect(await listen(to: id, from: .after(302)) == .state(301, isReset: true))
    #expect(await listen(to: id, from: .now) == .state(301, isReset: false))
  }
}

@Suite("Subscriptions that read missed changes")
struct ListeningMeanwhileTests {
  private let harness: SessionsHarness

  init() {
    harness = SessionsHarness(MemoryJournal.Settings(holdsReads: true))
  }

  /// A session at revision 11, each of whose changes sent an output.
  private func session() throws -> SessionID {
    let id = try harness.session()
    for _ in 0..<10 { harness.send(Action("push"), to: id) }
    harness.journal.settle()
    return id
  }

  /// Subscribes, and waits for the result.
  ///
  /// - Parameter meanwhile: Runs between the request and the read.
  private func listen(
    to id: SessionID, from point: ListeningPoint, _ meanwhile: () -> Void
  ) async -> Beginning {
    let found = Mutex<Beginning?>(nil)
    Task.inline { [harness] in
      let beginning = Beginning(await harness.registry.listen(SilentListener(), to: id, from: point))
      found.withLock { $0 = beginning }
    }
    meanwhile()
    // The history is read page by page.
    for _ in 0..<1_000 {
      if let beginning = found.withLock({ $0 }) { return beginning }
      harness.journal.settleReads()
      await Task.yield()
    }
    return .failed
  }

  @Test(
    "A subscriber is notified of a deletion that precedes the read of its missed changes",
    arguments: [ListeningPoint.after(3), .afterOutput(1)])
  func deleted(point: ListeningPoint) async throws {
    let id = try session()
    let beginning = await listen(to: id, from: point) {
      harness.commitDeletion(of: id)
    }
    #expect(beginning == .deleted)
  }
}

/// The start of a subscription in a form that can be compared.
private enum Beginning: Equatable, Sendable {
  case state(Int, isReset: Bool)
  case missed([Int], outputs: [Int], isReset: Bool)
  case deleted, failed

  init(_ listening: Listening) {
    switch listening {
    case .snapshot(_, let revision, let isReset):
      self = .state(revision, isReset: isReset)
    case .backlog(var backlog, let isReset):
      var (revisions, outputs) = ([Int](), [Int]())
      do {
        while true {
          switch try backlog.next() {
          case .event(let event):
            revisions.append(event.revision)
            let list = try JSONValue(parsing: event.outputs, maximumDepth: 64).arrayValue ?? []
            outputs += list.compactMap { $0["seq"]?.integerValue.map { Int($0) } }
          case .pageEnd:
            guard let next = backlog.nextPage() else {
              self = .failed
              return
            }
            backlog = next
          case .end:
            self = .missed(revisions, outputs: outputs, isReset: isReset)
            return
          }
        }
      } catch {
        self = .failed
      }
    case .deleted: self = .deleted
    case .notFound, .failed, .crowded, .shareTaken: self = .failed
    }
  }
}

extension EventReplay {
  /// The next page, from a journal that reads at once.
  fileprivate func nextPage() -> EventReplay? {
    let page = Mutex<EventReplay?>(nil)
    Task.inline {
      let next = await readOn()
      page.withLock { $0 = next }
    }
    return page.withLock { $0 }
  }
}

private final class SilentListener: Listener {
  var wantsSession: Bool { false }
  var presence: Presence? { nil }
  func receive(_ event: SessionEvent) {}
  func sessionDeleted() {}
  func accessRevoked() {}
}
