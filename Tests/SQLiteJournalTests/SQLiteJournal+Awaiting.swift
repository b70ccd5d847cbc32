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

  func create(_ owner: Owner, keeping answer: IdempotencyRecord? = nil) async -> JournalFailure? {
    await write(.creation(of: owner.projection(at: 1), keeping: answer))
  }

  /// Submits a change and, once it is committed, updates its owner as a session store does.
  func change(_ owner: Owner, _ revision: Int, keeping: IdempotencyRecord? = nil) async -> JournalFailure? {
    await change(owner, owner.change(revision, keeping: keeping))
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

  func project(_ owner: any Projecting) async -> JournalFailure? {
    await withCheckedContinuation { settled in project(owner) { settled.resume(returning: $0) } }
  }

  func load(_ id: SessionID) async throws -> StoredSession? {
    try await withCheckedContinuation { loaded in load(id) { loaded.resume(returning: $0) } }.get()
  }

  func identity(of id: SessionID) async throws -> SessionIdentity? {
    try await withCheckedContinuation { read in identity(of: id) { read.resume(returning: $0) } }.get()
  }

  func tombstone(of id: SessionID) async throws -> Tombstone? {
    try await withCheckedContinuation { read in tombstone(of: id) { read.resume(returning: $0) } }.get()
  }

  func history(_ owner: Owner, after: Int = 0, limit: Int = 100, type: String? = nil) async throws -> [Int] {
    let query = HistoryPageQuery(session: owner.id, after: after, limit: limit, type: type)
    return try await withCheckedContinuation { read in history(query) { read.resume(returning: $0) } }.get()
      .items.map(\.revision)
  }

  func outputs(_ owner: Owner, after: Int = 0, limit: Int = 100) async throws -> [OutputItem] {
    let query = OutputQuery(session: owner.id, after: after, limit: limit)
    return try await withCheckedContinuation { read in outputs(query) { read.resume(returning: $0) } }.get().items
  }

  func page(_ query: PastQuery) async throws -> PastPage {
    try await withCheckedContinuation { read in past(query) { read.resume(returning: $0) } }.get()
  }

  /// Returns the stored changes, page by page.
  func pages(_ query: PastQuery) async throws -> [[PastChange]] {
    var pages: [[PastChange]] = []
    var next: PastQuery? = query
    while let query = next {
      let page = try await page(query)
      pages.append(page.changes)
      next = page.next
    }
    return pages
  }

  /// Returns the stored revisions.
  func past(_ session: SessionID, _ way: PastQuery.Selection) async throws -> [Int] {
    try await pages(PastQuery(session: session, selection: way, content: .all)).flatMap { $0.map(\.revision) }
  }

  func timers(_ query: TimerQuery) async throws -> [DueTimer] {
    try await withCheckedContinuation { read in timers(query) { read.resume(returning: $0) } }.get()
  }

  func messages(_ query: MessageQuery) async throws -> MessagePage {
    try await withCheckedContinuation { read in messages(query) { read.resume(returning: $0) } }.get()
  }

  func calls(_ query: CallQuery) async throws -> [CallRow] {
    try await withCheckedContinuation { read in calls(query) { read.resume(returning: $0) } }.get()
  }

  /// Returns a page of the events of an app, by default that of `Owner`.
  func appEvents(
    after cursor: Int64, of app: String = "shop", filter: AppEventFilter = AppEventFilter(), bytes: Int = 1 << 16
  ) async throws -> AppEventPage {
    let query = AppEventQuery(
      app: app, filter: filter, after: cursor, through: lastEvent, wantsActions: false, bytes: bytes)
    return try await withCheckedContinuation { read in appEvents(query) { read.resume(returning: $0) } }.get()
  }

  func answer(to key: String, of session: SessionID? = nil) async throws -> IdempotencyRecord? {
    try await withCheckedContinuation { read in answer(to: key, of: session) { read.resume(returning: $0) } }.get()
  }

  func tick() async {
    await withCheckedContinuation { done in tick { done.resume() } }
  }

  /// Blocks the writer in a callback until the returned closure is called, so that writes wait in the queue.
  func pause() async -> () -> Void {
    let resume = DispatchSemaphore(value: 0)
    await withCheckedContinuation { paused in
      tick {
        paused.resume()
        resume.wait()
      }
    }
    return { resume.signal() }
  }
}
