/// The lines of a part of an archive, one at a time and from either end, with no more than one of them in memory.
struct ArchiveLines {
  /// The lines between two offsets, of which each begins a line or ends the archive.
  private let source: any ArchiveSource
  private let longest: Int
  /// What is left of them.
  private(set) var rest: Range<Int>
  /// A part of the archive that is in memory, and where it begins.
  private var window: [UInt8] = []
  private var start = 0

  enum Line {
    /// Without its newline.
    case line(ArraySlice<UInt8>)
    /// There is no newline at the end of the archive.
    case cut
    case tooLong
  }

  /// Bytes that are read at once.
  private static let step = 64 << 10

  /// - Parameter longest: Bytes of a line, above which it is not read.
  init(of source: any ArchiveSource, in range: Range<Int>, longest: Int) {
    self.source = source
    self.longest = longest
    rest = range
  }

  /// Takes the first line; nil when there is none left.
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

  /// Takes the last line; nil when there is none left.
  mutating func last() throws(JournalFailure) -> Line? {
    guard !rest.isEmpty else { return nil }
    // Without the newline that ends it.
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
      try readBack(to: max(searched - Self.step, rest.lowerBound), before: end)
    }
  }

  /// Takes the last line, whose place is known.
  private mutating func take(_ line: Range<Int>) -> Line {
    guard line.count <= longest else { return .tooLong }
    rest = rest.lowerBound..<line.lowerBound
    return .line(window[(line.lowerBound - start)..<(line.upperBound - start)])
  }

  /// Keeps what follows the lines that were taken, and what comes up to an offset.
  private mutating func readOn(to end: Int) throws(JournalFailure) {
    let kept = rest.lowerBound - start
    let former = start + window.count
    window.removeFirst(kept)
    start = rest.lowerBound
    window += try read(former..<end)
  }

  /// Keeps what precedes the lines that were taken, and what comes before it from an offset on.
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
