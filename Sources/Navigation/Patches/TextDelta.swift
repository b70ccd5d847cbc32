import JSON

/// A text as a sequence of pieces of a base text and of new text.
///
/// Pieces can be repeated and in any order, so the result can be longer than the delta and the base together. Applying
/// a stored delta therefore takes a limit.
package struct TextDelta: Sendable, Equatable {
  private(set) var pieces: [Piece] = []

  enum Piece: Sendable, Equatable {
    /// A range of bytes of the base.
    case copy(Range<Int>)
    case text(String)
  }

  private init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// Computes a delta between two UTF-8 texts, in linear time.
  package init(from base: [UInt8], to text: [UInt8]) {
    base.withUnsafeBufferPointer { base in
      text.withUnsafeBufferPointer { text in
        var search = PieceSearch(base: base, text: text)
        pieces = search.pieces()
      }
    }
  }

  /// Returns the text.
  ///
  /// - Parameter limit: The greatest length of the text in bytes.
  /// - Returns: nil when the delta does not fit this base, or the text exceeds the limit.
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

// A delta is stored as an array: a string for new text, and two integers for a copy, its offset and its length.

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

  /// Reads the JSON that `write(to:)` writes.
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

/// The search for pieces of the base in a text.
private struct PieceSearch {
  let base: UnsafeBufferPointer<UInt8>
  let text: UnsafeBufferPointer<UInt8>
  /// The end of the covered part of the text, and the end of the last copied piece in the base.
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
      // The piece after the last one is the most likely match.
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

  /// Copies the longest piece around a block that both texts share. Pieces consist of whole characters, so that the
  /// text between them can be stored as strings.
  ///
  /// - Returns: false when the piece contains no whole character.
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

  /// Whether the byte at that offset continues a character.
  private func isInside(_ at: Int) -> Bool {
    at < text.count && text[at] & 0xC0 == 0x80
  }
}
