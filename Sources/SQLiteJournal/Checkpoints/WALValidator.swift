import Glibc

/// Finds corruption in a write-ahead log that SQLite would take for the end of the log.
///
/// SQLite stops reading at the first frame with a wrong checksum, as an interrupted write leaves one. This type
/// searches for transactions after that frame. Each transaction starts after the sync of the one before it. So a frame
/// that is followed by two transactions was durable, and its change was acknowledged. The checksums are a chain
/// (<https://www.sqlite.org/fileformat2.html>, 4.2), which is continued from the checksum stored in the corrupted
/// frame. Failed transactions may leave frames after the end of the log; by the chain those belong to one transaction.
struct WALValidator: Equatable {
  /// The first frame with a wrong checksum, from 1; 0 for the header of the log.
  let frame: Int
  let frames: Int

  private static let headerSize = 32
  private static let frameHeaderSize = 24
  /// The page size of this program's databases.
  private static let pageSize = 4096

  /// Validates the log of a database.
  ///
  /// - Returns: nil if there is no log, it is not of this program, or it has no such corruption.
  static func damage(inLogOf database: String) -> WALValidator? {
    // Closing a log file, unlike a database file, does not release SQLite's locks
    // (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
    guard let file = fopen(database + "-wal", "re") else { return nil }
    defer { fclose(file) }
    var header = [UInt8](repeating: 0, count: headerSize)
    guard fread(&header, 1, headerSize, file) == headerSize else { return nil }
    // The last bit of the magic number selects the byte order of the checksums.
    guard header.word(0) & ~1 == 0x377f_0682, header.word(8) == UInt32(pageSize) else { return nil }
    var scan = Scan(header)
    var frame = [UInt8](repeating: 0, count: frameHeaderSize + pageSize)
    while fread(&frame, 1, frame.count, file) == frame.count { scan.validate(frame) }
    return scan.damaged.map { WALValidator(frame: $0, frames: scan.count) }
  }

  private struct Scan {
    let isBigEndian: Bool
    let salts: (UInt32, UInt32)
    let hasHeader: Bool
    var checksum: Checksum
    var count = 0
    /// The first frame with a wrong checksum.
    var first: Int?
    /// Whether a frame after `first` continues the chain.
    var isBehind = false
    var hasEnded = false
    var commits = (before: 0, behind: 0)

    init(_ header: [UInt8]) {
      isBigEndian = header.word(0) & 1 == 1
      salts = (header.word(16), header.word(20))
      checksum = Checksum(header.word(24), header.word(28))
      var found = Checksum(0, 0)
      found.add(header[..<24], isBigEndian)
      hasHeader = found == checksum
    }

    mutating func validate(_ frame: [UInt8]) {
      count += 1
      var found = checksum
      found.add(frame[..<8], isBigEndian)
      found.add(frame[WALValidator.frameHeaderSize...], isBigEndian)
      checksum = Checksum(frame.word(16), frame.word(20))
      let belongs = found == checksum && (frame.word(8), frame.word(12)) == salts && frame.word(0) != 0
      record(belongs, isCommit: frame.word(4) != 0)
    }

    private mutating func record(_ belongs: Bool, isCommit: Bool) {
      guard let first else {
        if !belongs { self.first = count } else if isCommit { commits.before += 1 }
        return
      }
      // If the checksum itself is corrupted, the next frame does not match either.
      guard !hasEnded, belongs || !isBehind && count == first + 1 else { return hasEnded = true }
      isBehind = isBehind || belongs
      if belongs, isCommit { commits.behind += 1 }
    }

    var damaged: Int? {
      if !hasHeader { return commits.before > 0 ? 0 : nil }
      return commits.behind >= 2 ? first : nil
    }
  }

  private struct Checksum: Equatable {
    var first: UInt32
    var second: UInt32

    init(_ first: UInt32, _ second: UInt32) {
      (self.first, self.second) = (first, second)
    }

    mutating func add(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) {
      bytes.withUnsafeBytes { bytes in
        for offset in stride(from: 0, to: bytes.count, by: 8) {
          first &+= Self.word(bytes, offset, isBigEndian) &+ second
          second &+= Self.word(bytes, offset + 4, isBigEndian) &+ first
        }
      }
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int, _ isBigEndian: Bool) -> UInt32 {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }
  }
}

extension WALValidator: CustomStringConvertible {
  var description: String {
    let place =
      frame == 0 ? "the header of the write-ahead log" : "frame \(frame) of the \(frames) in the write-ahead log"
    return "\(place) is corrupted, and acknowledged changes follow it"
  }
}

extension [UInt8] {
  fileprivate func word(_ offset: Int) -> UInt32 {
    self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
