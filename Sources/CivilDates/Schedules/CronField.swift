/// One of the fields of a schedule: its values and its syntax.
struct CronField {
  let name: String
  private let values: ClosedRange<Int>
  /// Other spellings of the values, from the first one on.
  private let names: [String]

  private init(_ name: String, _ values: ClosedRange<Int>, names: [String] = []) {
    self.name = name
    self.values = values
    self.names = names
  }

  static let minute = CronField("minute", 0...59)
  static let hour = CronField("hour", 0...23)
  static let day = CronField("day of month", 1...31)
  static let month = CronField(
    "month", 1...12, names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])
  /// 0 and 7 are Sunday.
  static let weekday = CronField("day of week", 0...7, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"])

  static let all = [minute, hour, day, month, weekday]
}

extension CronField {
  /// Parses a list of values, ranges and steps.
  ///
  /// - Returns: The values as a set of bits.
  func parse(_ text: Substring) throws(CronFault) -> UInt64 {
    var bits: UInt64 = 0
    for item in text.parts(between: ",") {
      for value in try values(of: item) { bits |= 1 << UInt64(value) }
    }
    return bits
  }

  private func values(of item: Substring) throws(CronFault) -> StrideThrough<Int> {
    let parts = item.parts(between: "/", maxSplits: 1)
    let span = parts[0]
    let range = span == "*" ? values : try self.range(span)
    guard parts.count == 2 else { return stride(from: range.lowerBound, through: range.upperBound, by: 1) }
    guard span == "*" || span.utf8.contains(UInt8(ascii: "-")) else {
      throw CronFault(
        "A step of a schedule's \(name) must follow * or a range, as in \(example); it is \(quoted(item)).")
    }
    guard let step = Self.number(parts[1]), step > 0 else {
      throw CronFault("A step of a schedule's \(name) must be a number from 1; it is \(quoted(parts[1])).")
    }
    return stride(from: range.lowerBound, through: range.upperBound, by: step)
  }

  private func range(_ span: Substring) throws(CronFault) -> ClosedRange<Int> {
    let ends = span.parts(between: "-", maxSplits: 1)
    let first = try value(ends[0], in: span)
    let last = ends.count == 2 ? try value(ends[1], in: span) : first
    guard first <= last else {
      let (highest, lowest) = (name == Self.weekday.name ? 6 : values.upperBound, values.lowerBound)
      throw CronFault(
        "A range of a schedule's \(name) must ascend, as in \(first)-\(highest),\(lowest)-\(last); it is \(quoted(span))."
      )
    }
    return first...last
  }

  private func value(_ text: Substring, in span: Substring) throws(CronFault) -> Int {
    if let number = Self.number(text), values.contains(number) { return number }
    guard let index = names.firstIndex(of: text.lowercased()) else {
      let names = names.isEmpty ? "" : ", or a name from \(names[0]) to \(names[names.count - 1])"
      let place = text == span ? "" : " in \(quoted(span))"
      throw CronFault(
        """
        A schedule's \(self.name) must be a number from \(values.lowerBound) to \(values.upperBound)\(names); \
        it is \(quoted(text))\(place).
        """)
    }
    return values.lowerBound + index
  }

  private var example: String { "\(values.lowerBound)-\(values.upperBound)/2" }

  private func quoted(_ text: Substring) -> String { text.isEmpty ? "empty" : String(quoted: text) }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.count <= 9 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      ? Int(text) : nil
  }
}

extension Substring {
  /// The parts between separators, which may be empty.
  fileprivate func parts(between separator: Unicode.Scalar, maxSplits: Int = .max) -> [Substring] {
    utf8.split(separator: UInt8(ascii: separator), maxSplits: maxSplits, omittingEmptySubsequences: false)
      .map(Substring.init)
  }
}
