/// Parts of strings, and strings made of parts. Positions are in code points.
enum StringPartFunctions {
  static let all: [Function] = [
    .member("charAt", .init(.string, .int, result: .string), body: .two(charAt)),
    .member(
      "substring", .init(.string, .int, result: .string),
      body: .two { text, start, budget throws(EvaluationError) in
        try substring(text, start, nil, &budget)
      }),
    .member(
      "substring", .init(.string, .int, .int, result: .string),
      body: .three { text, start, end, budget throws(EvaluationError) in
        try substring(text, start, end, &budget)
      }),
    .member(
      "split", .init(.string, .string, result: .list(.string)),
      body: .two { text, separator, budget throws(EvaluationError) in
        try split(text, separator, .int(-1), &budget)
      }),
    .member("split", .init(.string, .string, .int, result: .list(.string)), body: .three(split)),
    .member(
      "replace", .init(.string, .string, .string, result: .string),
      body: .three { text, old, new, budget throws(EvaluationError) in
        try replace([text, old, new, .int(-1)], &budget)
      }),
    .member("replace", .init(.string, .string, .string, .int, result: .string), body: .many(replace)),
  ]

  private static func charAt(
    _ text: CELValue, _ index: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    guard case .string(let string) = text, case .int(let position) = index else {
      throw .noOverload("charAt", text, index)
    }
    try budget.spend(characters: string.utf8.count)
    let scalars = string.unicodeScalars
    guard position >= 0,
      let at = scalars.index(
        scalars.startIndex, offsetBy: Int(position), limitedBy: scalars.endIndex)
    else { throw EvaluationError(.indexOutOfRange(position, count: scalars.count)) }
    // In CEL the position after the last code point is valid, and its text is empty.
    return .string(at == scalars.endIndex ? "" : String(scalars[at]))
  }

  private static func substring(
    _ text: CELValue, _ start: CELValue, _ end: CELValue?, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    guard case .string(let string) = text, case .int(let first) = start else {
      throw .noOverload("substring", text, start)
    }
    try budget.spend(characters: 2 * string.utf8.count)
    let scalars = Array(string.unicodeScalars)
    var last = Int64(scalars.count)
    if let end {
      guard case .int(let given) = end else { throw .noOverload("substring", text, start, end) }
      last = given
    }
    guard first >= 0, last >= 0, max(first, last) <= scalars.count else {
      throw EvaluationError(.indexOutOfRange(first < 0 || first > scalars.count ? first : last, count: scalars.count))
    }
    guard first <= last else { throw .badArgument("the substring ends at \(last), before its start at \(first)") }
    return .string(String(String.UnicodeScalarView(scalars[Int(first)..<Int(last)])))
  }

  private static func split(
    _ text: CELValue, _ separator: CELValue, _ limit: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    guard case .string(let string) = text, case .string(let sought) = separator, case .int(let limit) = limit else {
      throw .noOverload("split", text, separator, limit)
    }
    if limit == 0 { return .list([]) }
    let parts = try parts(of: string, at: sought, cuts: limit < 0 ? .max : Int(limit) - 1, &budget)
    return .list(parts.map { .string($0) })
  }

  private static func replace(
    _ arguments: [CELValue], _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    guard arguments.count == 4, case .string(let text) = arguments[0], case .string(let old) = arguments[1],
      case .string(let new) = arguments[2], case .int(let limit) = arguments[3]
    else { throw EvaluationError(.noSuchOverload(function: "replace", kinds: arguments.map(\.kind))) }
    let cuts = limit < 0 ? .max : Int(limit)
    if old.isEmpty { return .string(try interspersed(new, in: text, count: cuts, &budget)) }
    let parts = try parts(of: text, at: old, cuts: cuts, &budget)
    try budget.spend(bytes: (parts.count - 1) * new.utf8.count)
    return .string(parts.joined(separator: new))
  }

  /// Puts a text before the first code points and at the end, so many times at most.
  private static func interspersed(
    _ new: String, in text: String, count: Int, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> String {
    let scalars = text.unicodeScalars
    try budget.spend(characters: text.utf8.count)
    // Paid before the text is made, whose length is a product.
    try budget.spend(characters: min(count, scalars.count + 1) * new.utf8.count)
    var (made, left) = ("", count)
    for scalar in scalars {
      if left > 0 { made += new }
      left -= 1
      made.unicodeScalars.append(scalar)
    }
    return left > 0 ? made + new : made
  }

  /// Divides a text at a separator, so many times at most; at each code point if the separator is empty.
  private static func parts(
    of text: String, at separator: String, cuts: Int, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> [String] {
    // The search reads all of the separator, also if it is longer than the text.
    try budget.spend(characters: 2 * (text.utf8.count + separator.utf8.count))
    if separator.isEmpty { return try codePoints(of: text, cuts: cuts, &budget) }
    var (bytes, sought) = (Array(text.utf8), Array(separator.utf8))
    let cutPositions = bytes.withUnsafeMutableBufferPointer { bytes in
      sought.withUnsafeMutableBufferPointer { sought in
        StringSearch.positions(of: UnsafeBufferPointer(sought), in: UnsafeBufferPointer(bytes), limit: cuts)
      }
    }
    try budget.spend(elements: 4 * cutPositions.count)
    var (parts, start) = ([String](), 0)
    for position in cutPositions {
      parts.append(String(decoding: bytes[start..<position], as: UTF8.self))
      start = position + sought.count
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }

  private static func codePoints(
    of text: String, cuts: Int, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> [String] {
    let scalars = Array(text.unicodeScalars)
    let single = min(cuts, max(0, scalars.count - 1))
    try budget.spend(elements: 4 * single)
    let parts = scalars[..<single].map { String($0) }
    return scalars.isEmpty ? [] : parts + [String(String.UnicodeScalarView(scalars[single...]))]
  }
}

extension StringSearch {
  /// The positions of a part that is not empty, which do not overlap.
  static func positions<Element: Equatable>(
    of part: UnsafeBufferPointer<Element>, in text: UnsafeBufferPointer<Element>, limit: Int
  ) -> [Int] {
    let borders = borders(of: part)
    var (positions, matched) = ([Int](), 0)
    for position in text.indices where positions.count < limit {
      while matched > 0, part[matched] != text[position] { matched = borders[matched - 1] }
      if part[matched] == text[position] { matched += 1 }
      if matched == part.count {
        positions.append(position + 1 - matched)
        matched = 0
      }
    }
    return positions
  }
}
