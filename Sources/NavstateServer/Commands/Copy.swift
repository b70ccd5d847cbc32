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
    let copied = try target.add(try source.parts())
    // The sessions run on the apps that were just added.
    try target.load()
    let numbers = try copySessions(
      SessionCopy(from: source, to: target, folder: environment["TMPDIR"] ?? "/tmp"))
    let batches = try target.add(try source.batches())
    print("\(numbers); \(copied); batch jobs: \(batches)")
    return numbers.failed == 0 ? 0 : 1
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

/// The numbers of sessions by result.
struct CopyNumbers: CustomStringConvertible {
  var copied = 0
  var present = 0
  var failed = 0

  var description: String { "sessions: \(copied) copied, \(present) already there, \(failed) not copied" }
}
