import SQLiteJournal

/// Makes a backup of a data folder, with or without a running server.
enum BackUp {
  static func run(_ operands: Operands) throws -> Int32 {
    let path = try operands.neededFile("backup")
    if let kept = try operands.count("--keep") {
      let made = try BackupFolder(path).rotate(of: operands.database, keeping: kept, now: wallClock())
      print("\(made.file): \(made.size) bytes")
      for file in made.deleted { print("\(file): deleted") }
    } else {
      print("\(path): \(try BackupFile.make(of: operands.database, as: path)) bytes")
    }
    return 0
  }
}
