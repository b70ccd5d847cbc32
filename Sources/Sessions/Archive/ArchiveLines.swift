import Support

/// The lines of a part of an archive, read from either end. Holds at most one line in memory.
struct ArchiveLines {
  /// The archive.
  private let source: any ArchiveSource
  private let longest: Int
  /// The remaining bytes; they start and end at line boundaries.
  private(set) var rest: Range<Int>
  /// The part of the archive in memory, and its offset.
  private var window: [UInt8] = []
  private var start = 0

  enum Line {
    /// A line without its newline.
    case line(ArraySlice<UInt8>)
    /// The archive ends without a newline.
    case cut
    case tooLong
  }

  /// The bytes of one read.
  private static let step = 64 << 10

  /// - Parameter longest: The maximum bytes of a line; longer lines are not read.
  init(of source: any ArchiveSource, in range: Range<Int>, longest: Int) {
    self.source = source
    self.longest = longest
    rest = range
  }

  /// Removes and returns the first line; nil when none is left.
  mutating func next() throws(JournalFailure) -> Line? {
    guard !rest.isEmpty else { return nil }
    if !(start..<start + window.count).contains(rest.lowerBound) { (start, window) = (rest.lowerBound, []) }
    var searched = rest.lowerBound
    while true {
      if let newline = window[(searched - start)...].firstIndex(of: newline) {
        guard start + newline - rest.lowerBound <= longest else { return .tooLong }
        defer { rest = start + newline + 1..<rest.upperBound }
        return .line(window[(rest.lowerBound - start)..<newline])
      }
      searched = start + window.count
      guard searched - rest.lowerBound <= longest else { return .tooLong }
      guard searched < rest.upperBound else { return .cut }
      try readOn(to: min(searched + Self.step, rest.upperBound))
    }
  }

  /// Removes and returns the last line; nil when none is left.
  mutating func last() throws(JournalFailure) -> Line? {
    guard !rest.isEmpty else { return nil }
    // Without the final newline.
    let end = rest.upperBound - 1
    if end < start || end > start + window.count { (start, window) = (end, []) }
    var searched = end
    while true {
      if let newline = window[..<(searched - start)].lastIndex(of: newline) {
        return take(start + newline + 1..<end)
      }
      searched = max(start, rest.lowerBound)
      guard searched > rest.lowerBound else { return take(searched..<end) }
      guard end - searched <= longest else { return .tooLong }
      if window.count >= 4 * Self.step { return try longLine(before: end, from: searched) }
      try readBack(to: max(searched - Self.step, rest.lowerBound), before: end)
    }
  }

  /// Removes and returns the last line, after its start was searched back to `searched`. Finds the start before it reads
  /// the line, so that the line is not held twice.
  private mutating func longLine(before end: Int, from searched: Int) throws(JournalFailure) -> Line {
    var begin = searched
    window = []
    while begin > rest.lowerBound, end - begin <= longest {
      let part = try read(max(begin - Self.step, rest.lowerBound)..<begin)
      let newline = part.lastIndex(of: newline)
      begin -= part.count - (newline.map { $0 + 1 } ?? 0)
      if newline != nil { break }
    }
    guard end - begin <= longest else { return .tooLong }
    FreedMemory.returnToSystem()
    (start, window) = (begin, try read(begin..<end))
    return take(begin..<end)
  }

  /// The array of which the last line is a slice.
  var text: [UInt8] { window }

  /// Releases the part of the archive in memory if it is long, and the memory that parsing it took.
  mutating func releaseLongLine() {
    guard window.count >= 4 * Self.step else { return }
    (start, window) = (rest.lowerBound, [])
    FreedMemory.returnToSystem()
  }

  /// Removes and returns the last line, which has these offsets.
  private mutating func take(_ line: Range<Int>) -> Line {
    guard line.count <= longest else { return .tooLong }
    rest = rest.lowerBound..<line.lowerBound
    return .line(window[(line.lowerBound - start)..<(line.upperBound - start)])
  }

  /// Extends the window up to an offset; drops the lines before `rest`.
  private mutating func readOn(to end: Int) throws(JournalFailure) {
    let kept = rest.lowerBound - start
    let former = start + window.count
    window.removeFirst(kept)
    start = rest.lowerBound
    // A long line grows the window once: an allocator holds for a while what an array has grown out of.
    if window.count >= 4 * Self.step, window.capacity < longest + Self.step {
      FreedMemory.returnToSystem()
      window.reserveCapacity(longest + Self.step)
    }
    window += try read(former..<end)
  }

  /// Extends the window back to an offset; drops the lines after `rest`.
  private mutating func readBack(to begin: Int, before end: Int) throws(JournalFailure) {
    window = try read(begin..<start) + window[..<(end - start)]
    start = begin
  }

  private func read(_ range: Range<Int>) throws(JournalFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    try bytes.withUnsafeMutableBufferPointer { buffer throws(JournalFailure) in
      try source.read(from: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
    }
    return bytes
  }

  private var newline: UInt8 { UInt8(ascii: "\n") }
}
