import Support

/// The lines of a part of an archive. Holds at most one line in memory.
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

  /// The array of which the line that was returned last is a slice.
  var text: [UInt8] { window }

  /// Releases the part of the archive in memory if it is long, and the memory that parsing it took.
  mutating func releaseLongLine() {
    guard window.count >= 4 * Self.step else { return }
    (start, window) = (rest.lowerBound, [])
    FreedMemory.returnToSystem()
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

  private func read(_ range: Range<Int>) throws(JournalFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    try bytes.withUnsafeMutableBufferPointer { buffer throws(JournalFailure) in
      try source.read(from: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
    }
    return bytes
  }

  private var newline: UInt8 { UInt8(ascii: "\n") }
}
