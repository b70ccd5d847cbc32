import Support
import SQLiteJournal
import Sessions

/// Checks a database: the file, and each session's tables against its journal.
struct Check {
  let program: ServerProgram

  func run(_ operands: Operands) throws -> Int32 {
    let path = operands.file ?? operands.database
    let check = try DatabaseCheck(of: path, now: wallClock())
    let faults = try check.faults()
    for fault in faults { program.complain("\(path): \(fault)") }
    var summary = CheckSummary()
    do {
      try look(at: check, &summary, hashes: operands.flags.contains("--hashes"))
    } catch {
      // The rest of the file is unreadable.
      summary.unreadable += 1
      program.complain("\(error)")
    }
    print(summary)
    return faults.isEmpty && summary.isSound ? 0 : 1
  }

  /// Checks each session, and reports each damaged one.
  ///
  /// - Parameter hashes: Whether to print the SHA-256 of the response to `GET S` for each session.
  func look(at check: DatabaseCheck, _ summary: inout CheckSummary, hashes: Bool = false) throws {
    let catalogue = AppCatalogue(compiled: program.apps, features: program.features)
    do {
      Serve.add(try check.apps(), to: catalogue) { app, reason in
        summary.unreadable += 1
        program.complain("the app \(app.name) version \(app.version): \(reason)")
      }
    } catch {
      summary.unreadable += 1
      program.complain("the stored apps: \(error)")
    }
    try check.forEachSession { item in
      summary.sessions += 1
      do throws(CorruptSession) {
        let json = try json(of: item, catalogue)
        if hashes { print("\(item.id) \(SHA256.hash(json).hexadecimal)") }
      } catch {
        summary.damaged += 1
        program.complain("\(item.id): \(error.detail)")
      }
    }
  }

  private func json(of item: DatabaseCheck.Item, _ catalogue: AppCatalogue) throws(CorruptSession) -> [UInt8] {
    let stored = try item.content.get()
    let (name, version) = (stored.session.app, stored.session.appVersion)
    guard let app = catalogue.version(version, of: name)?.app else {
      throw CorruptSession(detail: "the app \"\(name)\" version \(version) does not exist")
    }
    return try stored.checked(app, in: catalogue, past: item.past)
  }
}

struct CheckSummary: CustomStringConvertible {
  var sessions = 0
  var damaged = 0
  /// Unreadable stored apps and parts of the file.
  var unreadable = 0

  var isSound: Bool { damaged == 0 && unreadable == 0 }

  var description: String {
    let count = "\(sessions) session\(sessions == 1 ? "" : "s"), \(damaged) damaged"
    return unreadable == 0 ? count : "\(count), \(unreadable) other part\(unreadable == 1 ? "" : "s") unreadable"
  }
}
