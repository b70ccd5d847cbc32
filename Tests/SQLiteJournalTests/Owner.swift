import Sessions
import Synchronization

/// A session store as seen by the journal. Its session has one screen, whose count is the revision.
final class Owner: SnapshotOwner {
  let id: SessionID
  private let revisions: Mutex<(committed: Int, shown: Int)>

  private let key: String?

  init(
    _ id: SessionID = SessionID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)), revision: Int = 1,
    key: String? = nil
  ) {
    self.id = id
    self.key = key
    revisions = Mutex((committed: revision, shown: 1))
  }

  func commit(_ revision: Int) {
    revisions.withLock { $0.committed = revision }
  }

  func takeSnapshot() -> StateSnapshot? {
    revisions.withLock {
      guard $0.shown < $0.committed else { return nil }
      $0.shown = $0.committed
      return snapshot(at: $0.committed)
    }
  }

  func returnSnapshot() {
    revisions.withLock { $0.shown = 0 }
  }

  var summary: SessionSummary? {
    let row = snapshot(at: revisions.withLock(\.committed)).session
    return SessionSummary(
      id: id, app: row.app, appVersion: row.appVersion, revision: row.revision, createdAt: row.createdAt,
      updatedAt: row.updatedAt, metadata: row.metadata, current: "a1", path: ["counter"])
  }

  func snapshot(at revision: Int) -> StateSnapshot {
    let navigation =
      #"{"id":"root","kind":"stack","selected":0,"screens":[{"id":"a1","route":"counter","params":{},"#
      + #""state":{"count":\#(revision),"name":"x"}}],"presented":[]}"#
    return StateSnapshot(
      session: SessionRow(
        id: id, app: "shop", appVersion: 3, revision: revision, createdAt: 1, updatedAt: Int64(revision), nextID: 2,
        outputs: 0, data: Array(#"{"user":null}"#.utf8), tokenHash: [1, 2, 3],
        metadata: SessionMetadata(key: key)),
      navigation: Array(navigation.utf8)[...])
  }

  func change(
    _ revision: Int, action: String = #"{"type":"push"}"#, edits: String? = nil, outputs: String = "[]",
    refused: String? = nil, record: IdempotencyRecord? = nil, timers: [TimerStep] = [], messages: [MessageStep] = [],
    calls: [CallRowChange] = [], origin: ChangeOrigin? = nil
  ) -> Change {
    let action = Array(action.utf8)
    let edits = Array((edits ?? "[\(revision)]").utf8)
    let outputs = Array(outputs.utf8)
    let outputsEnd = action.count + edits.count + outputs.count
    let text = action + edits + outputs + Array((refused ?? "").utf8)
    return Change(
      session: id, revision: revision, at: Int64(1000 * revision),
      origin: origin ?? ChangeOrigin(actor: revision.isMultiple(of: 2) ? nil : "ada"), text: text,
      action: 0..<action.count, edits: action.count..<(action.count + edits.count),
      outputs: (outputsEnd - outputs.count)..<outputsEnd, refused: refused.map { _ in outputsEnd..<text.count },
      record: record, timers: timers, messages: messages, calls: calls)
  }

  func answer(_ key: String, at: Int64) -> IdempotencyRecord {
    IdempotencyRecord(session: id, key: key, fingerprint: [9], status: 200, revision: 2, body: nil, at: at)
  }
}
