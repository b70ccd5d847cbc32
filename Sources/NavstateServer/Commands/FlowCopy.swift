import Sessions

/// Copies the counts of flows of an app. A recount of the copied sessions would lack what was pruned or deleted.
struct FlowCopy {
  let source: CopiedDatabase
  let target: CopiedDatabase
  let app: String

  /// Copies the rows that are missing.
  ///
  /// - Returns: Whether there were any; nil: the source has no counts of the app.
  /// - Throws: The reason why they were not copied.
  func run() throws -> Bool? {
    let present = try present()
    var (all, last): (Int, StoredFlow?) = (0, nil)
    while case let page = try source.journal.flows(of: app, after: last), let end = page.last {
      try target.write(.flows(.insert(page)))
      all += page.count
      last = end
    }
    return all == 0 ? nil : all > present
  }

  /// Checks that the target has the counts of an earlier copy alone. Those of its own sessions could be added up only once.
  ///
  /// - Returns: The number of its rows.
  private func present() throws -> Int {
    var (present, all) = (Rows(journal: target.journal, app: app), Rows(journal: source.journal, app: app))
    var count = 0
    while let row = try present.next() {
      guard try all.skip(to: row) else { throw CommandError("the target has other counts of flows") }
      count += 1
    }
    return count
  }

  /// The rows of a store, page by page.
  private struct Rows {
    let journal: any Storage
    let app: String
    private var page: ArraySlice<StoredFlow> = []
    private var last: StoredFlow?

    init(journal: any Storage, app: String) {
      self.journal = journal
      self.app = app
    }

    mutating func next() throws -> StoredFlow? {
      if page.isEmpty {
        page = try journal.flows(of: app, after: last)[...]
        last = page.last ?? last
      }
      return page.popFirst()
    }

    /// - Returns: Whether the row follows.
    mutating func skip(to row: StoredFlow) throws -> Bool {
      while let other = try next() {
        if other == row { return true }
      }
      return false
    }
  }
}
