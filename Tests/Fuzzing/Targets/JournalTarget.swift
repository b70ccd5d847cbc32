import Glibc
import JSON
import TestSupport
import SQLiteJournal
import Sessions

/// A database whose stored content was changed: every read of it returns a value or an error.
///
/// Each line of the input is a change: `TABLE COLUMN ROW VALUE`, with an integer or a text as value, or `@OFFSET HEX`,
/// for bytes of the file.
enum JournalTarget {
  static func read(_ input: [UInt8]) {
    Folder.clear()
    var file = template.file
    let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 16)
    for line in lines where line.first == UInt8(ascii: "@") { Change.overwrite(in: &file, by: line.dropFirst()) }
    Folder.write(file, to: Folder.database)
    for line in lines where line.first != UInt8(ascii: "@") { Change(line)?.apply() }
    check()
    use()
  }

  /// Runs the checks of `navstate check`. Errors are ignored, here and below: the fuzzer looks for traps.
  private static func check() {
    guard let check = try? DatabaseCheck(of: Folder.database, now: TargetEnvironment.now) else { return }
    _ = try? check.faults()
    _ = try? check.apps()
    try? check.forEachSession { item in
      guard case .success(let session) = item.content else { return }
      guard let app = template.apps.first(where: { $0.name == session.session.app }) else { return }
      _ = try? session.checked(app, past: item.past)
    }
  }

  /// Runs the calls of a server.
  private static func use() {
    guard let environment = try? TargetEnvironment() else { return }
    let timer = ManualTimer { TargetEnvironment.now }
    environment.registry.startTimers(timer)
    let post = ManualTimer { TargetEnvironment.now }
    environment.registry.startMessages(post)
    for id in template.sessions { environment.visit(id) }
    timer.fireIfDue()
    var retention = Retention()
    retention.revisions = 2
    TargetEnvironment.answer { [registry = environment.registry, retention] in await registry.compact(retention) }
    environment.registry.stopTimers()
    environment.registry.stopMessages()
    environment.close()
  }

  private struct Template {
    let file: [UInt8]
    let sessions: [SessionID]
    let apps = TargetEnvironment.apps
  }

  /// A few sessions with a history, of which a part is not in the snapshots yet.
  private static let template: Template = {
    do {
      Folder.clear()
      let environment = try TargetEnvironment()
      let sessions = ["kettle", "counter", "tabs", "walkie"].map { environment.create($0) }
      for _ in 0..<3 {
        environment.perform(["type": "push", "route": "kettle"], on: sessions[0])
        environment.perform(.object(TimerTestApp.boil(after: 60_000)), on: sessions[0])
        for id in sessions[1...] { environment.perform(["type": "increment"], on: id) }
      }
      environment.perform(["type": "present", "route": "cup"], on: sessions[0])
      environment.travel(.undo(steps: 1), on: sessions[0])
      environment.close()
      let late = try TargetEnvironment()
      late.perform(["type": "present", "route": "cup"], on: sessions[0])
      late.perform(["type": "increment"], on: sessions[1])
      late.close()
      let known = try rename(sessions)
      return Template(file: Folder.read(Folder.database), sessions: known)
    } catch {
      fatalError("\(error)")
    }
  }()
}

extension JournalTarget {
  /// Gives the sessions the same ids in each run, since rows are identified by their position.
  private static func rename(_ sessions: [SessionID]) throws -> [SessionID] {
    let connection = try Connection(path: Folder.database, mode: .existing)
    var known: [SessionID] = []
    for (number, id) in sessions.enumerated() {
      let new = SessionID(high: UInt64(number) << 56, low: 0)
      for (table, column) in [("session_rows", "id"), ("messages", "sender"), ("messages", "recipient")]
        + ["changes", "revisions", "answers", "timers"].map({ ($0, "session") })
      {
        try connection.run("UPDATE \(table) SET \(column) = '\(new.text)' WHERE \(column) = '\(id.text)'")
      }
      known.append(new)
    }
    return known
  }
}

/// A new value for one value of the database.
private struct Change {
  let table: String
  let column: String
  let row: Int64
  let value: [UInt8]

  init?(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, let row = Int64(String(decoding: words[2], as: UTF8.self)) else { return nil }
    table = String(decoding: words[0], as: UTF8.self)
    column = String(decoding: words[1], as: UTF8.self)
    self.row = row
    value = Array(words[3])
  }

  func apply() {
    guard let key = Self.keys[table], Self.isName(column) else { return }
    do {
      let connection = try Connection(path: Folder.database, mode: .existing)
      try connection.run("PRAGMA ignore_check_constraints = 1")
      let statement = connection.statement(
        "UPDATE OR IGNORE \(table) SET \(column) = ? WHERE (\(key)) IN (SELECT \(key) FROM \(table) LIMIT 1 OFFSET ?)")
      if value == Array("NULL".utf8) {
        statement.bindNull()
      } else if let integer = Int64(String(decoding: value, as: UTF8.self)) {
        statement.bind(integer)
      } else {
        statement.bind(text: value)
      }
      statement.bind(row)
      try statement.run()
    } catch {
      // The column does not exist, or the file is not a database any more.
    }
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  private static let keys = [
    "session_rows": "seq", "changes": "seq", "revisions": "session, revision", "progress": "only",
    "answers": "session, key", "apps": "name, version", "timers": "session, id", "webhooks": "name",
    "deliveries": "position", "tombstones": "session", "messages": "id", "pruned_events": "app",
  ]

  static func overwrite(in file: inout [UInt8], by line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard words.count == 2, let offset = Int(String(decoding: words[0], as: UTF8.self)), offset >= 0 else { return }
    var (at, digits) = (offset, words[1])
    while digits.count >= 2, at < file.count,
      let byte = UInt8(String(decoding: digits.prefix(2), as: UTF8.self), radix: 16)
    {
      file[at] = byte
      at += 1
      digits = digits.dropFirst(2)
    }
  }
}
