import JSON
import Navigation

/// The inverses of the steps of a stored list, in reverse order, as a JSON array that is read in ranges of bytes. Neither
/// the list nor the array is held in memory.
package struct InverseSteps {
  /// The length of the array in bytes.
  package let count: Int

  /// The length of the list in bytes.
  private let length: Int
  /// The places of the steps in the list, in its order.
  private let steps: [Range<Int>]

  private static let start = Array("[\"\(Edit.undo)\",".utf8)
  private static let end = Array("]".utf8)
  /// The bytes of one read.
  private static let part = 64 << 10

  /// Finds the steps of a list.
  ///
  /// - Parameters:
  ///   - length: The length of the list in bytes.
  ///   - read: Reads a range of its bytes.
  /// - Returns: nil when the text is no list.
  package init?<Failure: Error>(
    ofListWith length: Int, read: (Range<Int>) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    var scanner = JSONArrayScanner(runsOf: 0)
    while scanner.count < length {
      scanner.scan(try read(scanner.count..<min(scanner.count + Self.part, length)))
    }
    guard scanner.isComplete else { return nil }
    self.length = length
    steps = scanner.runs
    count = length + steps.count * (Self.start.count + Self.end.count)
  }

  /// Appends a range of the bytes of the array.
  ///
  /// - Parameter read: Reads a range of the list's bytes.
  package func append<Failure: Error>(
    _ range: Range<Int>, to bytes: inout [UInt8], read: (Range<Int>) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    guard !steps.isEmpty else { return bytes += try read(range) }
    bytes.reserveCapacity(bytes.count + range.count)
    var index = firstStep(endingAfter: range.lowerBound)
    while index < steps.count, place(index).lowerBound <= range.upperBound {
      let (place, step) = (place(index), steps[steps.count - 1 - index])
      Self.append(index == 0 ? "[" : ",", at: place.lowerBound - 1, in: range, to: &bytes)
      Self.append(Self.start, at: place.lowerBound, in: range, to: &bytes)
      try Self.append(step, at: place.lowerBound + Self.start.count, in: range, to: &bytes, read)
      Self.append(Self.end, at: place.upperBound - Self.end.count, in: range, to: &bytes)
      index += 1
    }
    Self.append(Self.end, at: count - Self.end.count, in: range, to: &bytes)
  }

  /// The place of a step's inverse in the array. The inverses before it belong to the steps after it.
  ///
  /// - Parameter index: The number of the preceding inverses.
  private func place(_ index: Int) -> Range<Int> {
    let (step, added) = (steps[steps.count - 1 - index], Self.start.count + Self.end.count)
    let start = length - step.upperBound + index * added
    return start..<start + step.count + added
  }

  /// The number of the inverses that end at an offset or before it.
  private func firstStep(endingAfter offset: Int) -> Int {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if place(middle).upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Appends the bytes of a text that are in the range.
  ///
  /// - Parameter start: The place of the text in the array.
  private static func append(_ text: [UInt8], at start: Int, in range: Range<Int>, to bytes: inout [UInt8]) {
    let shared = range.clamped(to: start..<start + text.count)
    if !shared.isEmpty { bytes += text[shared.lowerBound - start..<shared.upperBound - start] }
  }

  private static func append(_ text: StaticString, at place: Int, in range: Range<Int>, to bytes: inout [UInt8]) {
    if range.contains(place) { bytes.append(text.utf8Start.pointee) }
  }

  /// Appends the bytes of a step that are in the range, part by part.
  ///
  /// - Parameter start: The place of the step in the array.
  private static func append<Failure: Error>(
    _ step: Range<Int>, at start: Int, in range: Range<Int>, to bytes: inout [UInt8],
    _ read: (Range<Int>) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    let shared = range.clamped(to: start..<start + step.count)
    var from = shared.lowerBound
    while from < shared.upperBound {
      let end = min(from + part, shared.upperBound)
      bytes += try read(from - start + step.lowerBound..<end - start + step.lowerBound)
      from = end
    }
  }
}
