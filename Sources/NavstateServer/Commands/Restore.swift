import SQLiteJournal

/// Puts a backup into a data folder that no server uses.
enum Restore {
  static func run(_ operands: Operands, _ program: ServerProgram) throws -> Int32 {
    let file = try operands.neededFile("restore")
    let isForced = operands.flags.contains("--force")
    let restoring = try Restoring(file, into: operands.data, replacing: isForced, now: wallClock())
    var summary = CheckSummary()
    try Check(program: program).look(at: try restoring.check(now: wallClock()), &summary)
    // Nothing is replaced yet: what was checked is a copy of the backup.
    guard summary.isSound || isForced else {
      throw CommandError(
        "\(file): \(summary): use another backup, or restore it with --force")
    }
    let former = try restoring.finish(now: wallClock())
    print("\(operands.database): \(summary)")
    if let former { print("the former database is \(former)") }
    return 0
  }
}
