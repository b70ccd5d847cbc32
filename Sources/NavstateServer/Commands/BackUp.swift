import Persistence

/// Makes a backup of a data folder, with or without a running server.
enum BackUp {
  static func run(_ operands: Operands) throws -> Int32 {
    let file = try operands.neededFile("backup")
    let size = try BackupFile.make(of: operands.database, as: file)
    print("\(file): \(size) bytes")
    return 0
  }
}
