import Glibc

/// Damage in a write-ahead log that SQLite takes for its end.
///
/// At a frame without its checksum SQLite stops reading, since a write that a power cut has interrupted looks like that. Here
/// transactions behind that frame are looked for: each was begun after the one before it had been synced, so that what
/// stands before two of them was durable once, and was acknowledged. The checksums are a chain
/// (<https://www.sqlite.org/fileformat2.html>, 4.2), which goes on from the one that stands in the damaged frame; what
/// transactions that failed have left behind the end of the log is of one transaction as far as the chain goes.
struct WALValidator: Equatable {
  /// The first frame without its checksum, from 1; 0: the header.
  let frame: Int
  let frames: Int

  private static let headerSize = 32
  private static let frameHeaderSize = 24
  /// That of this program's databases.
  private static let pageSize = 4096

  /// - Returns: nil when there is no log, none of this program's, or none with such damage.
  static func damage(inLogOf database: String) -> WALValidator? {
    // The log has no locks that closing it could break, other than the database
    // (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
    guard let file = fopen(database + "-wal", "re") else { return nil }
    defer { fclose(file) }
    var header = [UInt8](repeating: 0, count: headerSize)
    guard fread(&header, 1, headerSize, file) == headerSize else { return nil }
    guard header.word(0) & ~1 == 0x377f_0682, header.word(8) == UInt32(pageSize) else { return nil }
    var scan = Scan(header)
    var frame = [UInt8](repeating: 0, count: frameHeaderSize + pageSize)
    while fread(&frame, 1, frame.count, file) == frame.count { scan.take(frame) }
    return scan.damaged.map { WALValidator(frame: $0, frames: scan.count) }
  }

  private struct Scan {
    let isBigEndian: Bool
    let salts: (UInt32, UInt32)
    let hasHeader: Bool
    var chain: Chain
    var count = 0
    /// The first frame that does not belong.
    var first: Int?
    /// Whether the chain goes on behind it, and no more.
    var isBehind = false
    var hasEnded = false
    var commits = (before: 0, behind: 0)

    init(_ header: [UInt8]) {
      isBigEndian = header.word(0) & 1 == 1
      salts = (header.word(16), header.word(20))
      chain = Chain(header.word(24), header.word(28))
      var found = Chain(0, 0)
      found.add(header[..<24], isBigEndian)
      hasHeader = found == chain
    }

    mutating func take(_ frame: [UInt8]) {
      count += 1
      var found = chain
      found.add(frame[..<8], isBigEndian)
      found.add(frame[WALValidator.frameHeaderSize...], isBigEndian)
      chain = Chain(frame.word(16), frame.word(20))
      let belongs = found == chain && (frame.word(8), frame.word(12)) == salts && frame.word(0) != 0
      note(belongs, isCommit: frame.word(4) != 0)
    }

    private mutating func note(_ belongs: Bool, isCommit: Bool) {
      guard let first else {
        if !belongs { self.first = count } else if isCommit { commits.before += 1 }
        return
      }
      // A checksum that is damaged itself takes the next frame with it.
      guard !hasEnded, belongs || !isBehind && count == first + 1 else { return hasEnded = true }
      isBehind = isBehind || belongs
      if belongs, isCommit { commits.behind += 1 }
    }

    var damaged: Int? {
      if !hasHeader { return commits.before > 0 ? 0 : nil }
      return commits.behind >= 2 ? first : nil
    }
  }

  private struct Chain: Equatable {
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
    return "\(place) is damaged, and acknowledged changes stand behind it"
  }
}

extension [UInt8] {
  fileprivate func word(_ offset: Int) -> UInt32 {
    self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
