import Dispatch
import Glibc
import Sessions
import Synchronization

/// Copies the content of a store into another one. Sessions that the target has already are left as they are, so
/// that another copy completes one that was interrupted.
struct Copy {
  let program: ServerProgram

  func run(_ arguments: ArraySlice<String>, _ environment: [String: String]) throws -> Int32 {
    let (from, to) = try stores(arguments)
    guard CopiedDatabase.isURL(from) || access(from + "/navstate.db", F_OK) == 0 else {
      throw CommandError("\(from) is not a data folder: it has no navstate.db")
    }
    let source = try CopiedDatabase(from, program)
    defer { source.close() }
    let target = try CopiedDatabase(to, program)
    defer { target.close() }
    // Before anything is written to the target.
    try source.refusePendingWork()
    try source.load()
    try source.catchUp()
    let copied = try target.add(try source.parts())
    // The sessions run on the apps that were just added.
    try target.load()
    let (flows, uncounted) = try copyFlows(from: source, to: target)
    let sessions = try copySessions(
      SessionCopy(from: source, to: target, folder: environment["TMPDIR"] ?? "/tmp", uncounted: uncounted))
    let batches = try target.add(try source.batches())
    print("sessions: \(sessions); \(copied); batch jobs: \(batches); apps with flows: \(flows)")
    print("never copied: stored answers to creations, marks of deleted sessions, numbers of app events")
    return sessions.failed + flows.failed == 0 ? 0 : 1
  }

  /// Copies the counts of flows of each app, before its sessions, whose next changes go on from them.
  ///
  /// - Returns: Also the apps whose counts are not copied.
  private func copyFlows(
    from source: CopiedDatabase, to target: CopiedDatabase
  ) throws -> (CopyNumbers, uncounted: Set<String>) {
    var (numbers, uncounted) = (CopyNumbers(), Set<String>())
    let names = Set(try source.parts().apps.map(\.name) + source.catalogue.newest.map(\.app.name))
    for app in names.sorted() {
      do {
        guard let isNew = try FlowCopy(source: source, target: target, app: app).run() else { continue }
        isNew ? (numbers.copied += 1) : (numbers.present += 1)
      } catch {
        numbers.failed += 1
        uncounted.insert(app)
        program.complain("the flows of \(app): \(error)")
      }
    }
    return (numbers, uncounted)
  }

  private func stores(_ arguments: ArraySlice<String>) throws(UsageError) -> (from: String, to: String) {
    let arguments = try Arguments(arguments, options: ["--from": "STORE", "--to": "STORE"])
    if let unknown = (arguments.operands + arguments.others).first {
      throw UsageError("copy takes --from STORE and --to STORE, not \"\(unknown)\"")
    }
    guard let from = arguments["--from"], let to = arguments["--to"] else {
      throw UsageError("copy needs two stores: \(program.name) copy --from STORE --to STORE")
    }
    guard from != to else { throw UsageError("--from and --to name the same store") }
    return (from, to)
  }

  /// Copies all sessions, some of them at the same time, and reports each that cannot be copied.
  private func copySessions(_ copy: SessionCopy) throws -> CopyNumbers {
    let numbers = Mutex(CopyNumbers())
    var last: SessionID?
    while true {
      let page = try copy.source.sessions(after: last)
      guard let end = page.last else { return numbers.withLock { $0 } }
      let present = try copy.target.summaries(of: page.map(\.id))
      DispatchQueue.concurrentPerform(iterations: Self.atOnce) { first in
        for summary in stride(from: first, to: page.count, by: Self.atOnce).map({ page[$0] }) {
          do {
            let isNew = try copy.run(summary, unless: present[summary.id])
            numbers.withLock { isNew ? ($0.copied += 1) : ($0.present += 1) }
          } catch {
            numbers.withLock { $0.failed += 1 }
            program.complain("\(summary.id.text): \(error)")
          }
        }
      }
      last = end.id
    }
  }

  /// The sessions that are copied at the same time.
  private static let atOnce = 8
}

/// The numbers of sessions, or of apps with counts of flows, by result.
struct CopyNumbers: CustomStringConvertible {
  var copied = 0
  var present = 0
  var failed = 0

  var description: String { "\(copied) copied, \(present) already there, \(failed) not copied" }
}
