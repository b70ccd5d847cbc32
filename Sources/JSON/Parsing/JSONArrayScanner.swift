/// Finds the elements of a JSON array whose text comes piece by piece, without keeping the text.
///
/// Groups neighbouring elements into runs of a certain length, so that a long array can be read and parsed run by run.
/// Looks at brackets and strings only: a text that is no JSON gives runs that are none, which a parser then finds out.
package struct JSONArrayScanner: Sendable, Equatable {
  /// Where the elements are in the text: neighbours, with the commas between them.
  package private(set) var runs: [Range<Int>] = []
  /// Bytes that were scanned.
  package private(set) var count = 0
  private let length: Int
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Where the present run and the present element begin.
  private var runStart = 0
  private var elementStart = 0
  private var isBroken = false

  /// - Parameter length: Bytes of a run. One that is a single element may be longer.
  package init(runsOf length: Int) {
    self.length = length
  }

  /// Whether the array has come to its end, and nothing after it.
  package var isComplete: Bool { depth == 0 && count > 0 && !isBroken }

  /// Goes on with the next bytes of the text.
  package mutating func scan(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      for byte in bytes {
        scan(byte)
        count += 1
      }
    }
  }

  @inline(__always)
  private mutating func scan(_ byte: UInt8) {
    if isInString { return scanString(byte) }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "["), UInt8(ascii: "{"): open(byte)
    case UInt8(ascii: "]"), UInt8(ascii: "}"): close(byte)
    case UInt8(ascii: ",") where depth == 1: endElement()
    default: break
    }
    if depth == 0, byte != UInt8(ascii: "]") { isBroken = true }
  }

  @inline(__always)
  private mutating func scanString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    }
  }

  private mutating func open(_ byte: UInt8) {
    if depth == 0 {
      isBroken = isBroken || count > 0 || byte != UInt8(ascii: "[")
      runStart = count + 1
      elementStart = count + 1
    }
    depth += 1
  }

  private mutating func close(_ byte: UInt8) {
    depth -= 1
    guard depth == 0 else { return isBroken = isBroken || depth < 0 }
    endElement()
    if runStart < count { runs.append(runStart..<count) }
  }

  /// The element ends before the present byte. When it does not fit into the run, the run ends before it.
  private mutating func endElement() {
    if elementStart > runStart, count - runStart > length {
      runs.append(runStart..<elementStart - 1)
      runStart = elementStart
    }
    elementStart = count + 1
  }
}
