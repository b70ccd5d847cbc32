/// Finds the elements of a JSON array whose text arrives in pieces, without storing the text.
///
/// Groups adjacent elements into runs of a certain length, so that a long array can be read and parsed run by run.
/// Examines brackets and strings only: invalid JSON results in invalid runs, which the parser reports.
package struct JSONArrayScanner: Sendable, Equatable {
  /// The ranges of the runs in the text: adjacent elements with the commas between them.
  package private(set) var runs: [Range<Int>] = []
  /// The number of scanned bytes.
  package private(set) var count = 0
  private let length: Int
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The start of the current run and of the current element.
  private var runStart = 0
  private var elementStart = 0
  private var isBroken = false

  /// - Parameter length: The length of a run in bytes. A single element may be longer.
  package init(runsOf length: Int) {
    self.length = length
  }

  /// Whether the array is complete, with no bytes after it.
  package var isComplete: Bool { depth == 0 && count > 0 && !isBroken }

  /// Scans the next bytes of the text.
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
    // An empty array has no run.
    if runStart < count { runs.append(runStart..<count) }
  }

  /// Ends the element before the current byte. If it does not fit into the run, ends the run before the element.
  private mutating func endElement() {
    if elementStart > runStart, count - runStart > length {
      runs.append(runStart..<elementStart - 1)
      runStart = elementStart
    }
    elementStart = count + 1
  }
}
