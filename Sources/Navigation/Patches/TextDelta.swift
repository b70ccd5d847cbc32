import JSON

/// A text as pieces of another one and what is new between them.
///
/// Pieces may be copied several times and in any order, so the result can be longer than the delta and the other text
/// together. Reading a stored one therefore needs a limit.
package struct TextDelta: Sendable, Equatable {
  private(set) var pieces: [Piece] = []

  enum Piece: Sendable, Equatable {
    /// Bytes of the other text.
    case copy(Range<Int>)
    case text(String)
  }

  private init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// Finds pieces of a text in another one, both UTF-8, in time proportional to their length.
  package init(from base: [UInt8], to text: [UInt8]) {
    base.withUnsafeBufferPointer { base in
      text.withUnsafeBufferPointer { text in
        var search = PieceSearch(base: base, text: text)
        pieces = search.pieces()
      }
    }
  }

  /// The text.
  ///
  /// - Parameter limit: The most bytes that it may have.
  /// - Returns: nil when the delta was not made for this base, or the text is longer.
  package func applied(to base: [UInt8], limit: Int) -> [UInt8]? {
    var result: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .copy(let range):
        guard range.upperBound <= base.count else { return nil }
        result += base[range]
      case .text(let text): result += text.utf8
      }
      guard result.count <= limit else { return nil }
    }
    return result
  }
}

// A delta is stored as an array: a string for a text, and two integers for a copy, its first byte and its length.

extension TextDelta {
  package func write(to json: inout JSONWriter) {
    json.append("[")
    for (index, piece) in pieces.enumerated() {
      if index > 0 { json.append(",") }
      switch piece {
      case .copy(let range):
        json.append(integer: range.lowerBound)
        json.append(",")
        json.append(integer: range.count)
      case .text(let text): json.append(string: text)
      }
    }
    json.append("]")
  }

  /// Reads what `write(to:)` wrote.
  package init(stored json: JSONValue) throws(StoredDataError) {
    guard case .array(let parts) = json else { throw StoredDataError("A delta", json) }
    var rest = parts[...]
    while let part = rest.popFirst() {
      if case .string(let text) = part {
        pieces.append(.text(text))
      } else {
        guard let start = part.integerValue, let count = rest.popFirst()?.integerValue,
          start >= 0, count >= 0, let start = Int(exactly: start), let count = Int(exactly: count),
          !start.addingReportingOverflow(count).overflow
        else { throw StoredDataError("A delta", json) }
        pieces.append(.copy(start..<start + count))
      }
    }
  }
}

/// The search for pieces of a base in a text.
private struct PieceSearch {
  let base: UnsafeBufferPointer<UInt8>
  let text: UnsafeBufferPointer<UInt8>
  /// How far the text is covered, and where the last copied piece ended in the base.
  private var done = 0
  private var baseDone = 0
  private var found: [TextDelta.Piece] = []

  private static let block = 32

  init(base: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>) {
    self.base = base
    self.text = text
  }

  mutating func pieces() -> [TextDelta.Piece] {
    if base.count >= Self.block, text.count >= Self.block { copyPieces() }
    addText(upTo: text.count)
    return found
  }

  private mutating func copyPieces() {
    let places = BlockIndex(base, 0..<base.count, block: Self.block)
    var hash = RollingHash(text, from: 0, count: Self.block)
    var at = 0
    while true {
      // What follows the last piece in the base is the likeliest to follow it here.
      if let place = places.first(hash.value, from: baseDone) ?? places.first(hash.value, from: 0), isSame(place, at),
        copy(place, at)
      {
        at = done
        guard at + Self.block <= text.count else { return }
        hash = RollingHash(text, from: at, count: Self.block)
        continue
      }
      guard at + Self.block < text.count else { return }
      hash.roll(out: text[at], in: text[at + Self.block])
      at += 1
    }
  }

  private func isSame(_ place: Int, _ at: Int) -> Bool {
    for offset in 0..<Self.block where base[place + offset] != text[at + offset] { return false }
    return true
  }

  /// Copies a piece that is as long as it can be around a block that is the same in both. Pieces are whole characters,
  /// so that what is between them can be stored as strings.
  ///
  /// - Returns: false when no whole character is in it.
  private mutating func copy(_ place: Int, _ at: Int) -> Bool {
    var (start, textStart) = (place, at)
    while start > 0, textStart > done, base[start - 1] == text[textStart - 1] {
      start -= 1
      textStart -= 1
    }
    var (end, textEnd) = (place + Self.block, at + Self.block)
    while end < base.count, textEnd < text.count, base[end] == text[textEnd] {
      end += 1
      textEnd += 1
    }
    while textStart < textEnd, isInside(textStart) { (start, textStart) = (start + 1, textStart + 1) }
    while textEnd > textStart, isInside(textEnd) { (end, textEnd) = (end - 1, textEnd - 1) }
    guard start < end else { return false }
    addText(upTo: textStart)
    found.append(.copy(start..<end))
    (done, baseDone) = (textEnd, end)
    return true
  }

  private mutating func addText(upTo end: Int) {
    guard done < end else { return }
    found.append(.text(String(decoding: text[done..<end], as: UTF8.self)))
    done = end
  }

  /// Whether a character goes on at that byte of the text.
  private func isInside(_ at: Int) -> Bool {
    at < text.count && text[at] & 0xC0 == 0x80
  }
}
