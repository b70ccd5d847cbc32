import Dispatch
import SQLiteJournal
import Sessions
import TestSupport

extension SQLiteJournal {
  func write(_ write: Write) async -> JournalFailure? {
    await withCheckedContinuation { settled in
      if !submit(write, settled: { settled.resume(returning: $0) }) { preconditionFailure("the queue is full") }
    }
  }

  func create(_ owner: Owner, record: IdempotencyRecord? = nil) async -> JournalFailure? {
    await write(.create(owner.snapshot(at: 1), record: record))
  }

  /// Submits a change and, once it is committed, updates its owner as a session store does.
  func change(_ owner: Owner, _ revision: Int, record: IdempotencyRecord? = nil) async -> JournalFailure? {
    await change(owner, owner.change(revision, record: record))
  }

  func change(_ owner: Owner, _ change: Change) async -> JournalFailure? {
    await withCheckedContinuation { settled in
      let isQueued = submit(.change(change, of: owner)) { failure in
        if failure == nil { owner.commit(change.revision) }
        settled.resume(returning: failure)
      }
      if !isQueued { preconditionFailure("the queue is full") }
    }
  }

  func changes(_ owner: Owner, _ revisions: ClosedRange<Int>) async -> JournalFailure? {
    for revision in revisions {
      if let failure = await change(owner, revision) { return failure }
    }
    return nil
  }

  /// Returns the failure of storing a snapshot.
  func failure(storingSnapshotOf owner: any SnapshotOwner) async -> JournalFailure? {
    do throws(JournalFailure) { try await storeSnapshot(of: owner) } catch { return error }
    return nil
  }

  func history(_ owner: Owner, after: Int = 0, limit: Int = 100, type: String? = nil) async throws -> [Int] {
    let query = HistoryPageQuery(
      session: owner.id, after: after, limit: limit, filter: HistoryPageQuery.Filter(type: type))
    return try await history(query)
      .items.map(\.revision)
  }

  func outputs(_ owner: Owner, after: Int = 0, limit: Int = 100) async throws -> [OutputItem] {
    let query = OutputQuery(session: owner.id, after: after, limit: limit)
    return try await outputs(query).items
  }

  /// Returns the stored changes, page by page.
  func pages(_ query: PastQuery) async throws -> [[PastChange]] {
    var pages: [[PastChange]] = []
    var next: PastQuery? = query
    while let query = next {
      let page = try await past(query)
      pages.append(page.changes)
      next = page.next
    }
    return pages
  }

  /// Returns the stored revisions.
  func past(_ session: SessionID, _ way: PastQuery.Selection) async throws -> [Int] {
    try await pages(PastQuery(session: session, selection: way, content: .all)).flatMap { $0.map(\.revision) }
  }

  /// Returns a page of the events of an app, by default that of `Owner`.
  func appEvents(
    after cursor: Int64, of app: String = "shop", filter: AppEventFilter = AppEventFilter(), bytes: Int = 1 << 16
  ) async throws -> AppEventPage {
    let query = AppEventQuery(
      app: app, filter: filter, after: cursor, through: lastEvent, wantsActions: false, bytes: bytes)
    return try await appEvents(query)
  }

  func idempotencyRecord(for key: String) async throws -> IdempotencyRecord? {
    try await idempotencyRecord(for: key, of: nil)
  }

  /// Blocks the writer in a callback until the returned closure is called, so that writes wait in the queue.
  func pause() async -> () -> Void {
    let resume = DispatchSemaphore(value: 0)
    await withCheckedContinuation { paused in
      let isQueued = submit(.probe) { _ in
        paused.resume()
        resume.wait()
      }
      if !isQueued { preconditionFailure("the queue is full") }
    }
    return { resume.signal() }
  }
}
