/// Positions in strings, in code points.
enum StringSearchFunctions {
  static let all: [Function] = [
    .member(
      "indexOf", .init(.string, .string, result: .int),
      body: .two { text, part, budget throws(EvaluationError) in
        try indexOf(text, part, .int(0), &budget)
      }),
    .member("indexOf", .init(.string, .string, .int, result: .int), body: .three(indexOf)),
    .member(
      "lastIndexOf", .init(.string, .string, result: .int),
      body: .two { text, part, budget throws(EvaluationError) in
        try lastIndexOf(text, part, nil, &budget)
      }),
    .member(
      "lastIndexOf", .init(.string, .string, .int, result: .int),
      body: .three { text, part, start, budget throws(EvaluationError) in
        try lastIndexOf(text, part, start, &budget)
      }),
  ]

  private static func indexOf(
    _ text: CELValue, _ part: CELValue, _ start: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    guard case .string(let string) = text, case .string(let searched) = part, case .int(let start) = start else {
      throw .noOverload("indexOf", text, part, start)
    }
    try budget.spend(characters: 2 * (string.utf8.count + searched.utf8.count))
    let scalars = Array(string.unicodeScalars)
    let from = try position(start, in: scalars)
    let found = scalars.withUnsafeBufferPointer { scalars in
      Array(searched.unicodeScalars).withUnsafeBufferPointer { StringSearch.find($0, in: scalars, from: from) }
    }
    return .int(Int64(found ?? -1))
  }

  private static func lastIndexOf(
    _ text: CELValue, _ part: CELValue, _ start: CELValue?, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CELValue {
    guard case .string(let string) = text, case .string(let searched) = part else {
      throw .noOverload("lastIndexOf", text, part)
    }
    try budget.spend(characters: 2 * (string.utf8.count + searched.utf8.count))
    let (scalars, sought) = (Array(string.unicodeScalars), Array(searched.unicodeScalars))
    var last = scalars.count - sought.count
    if let start {
      guard case .int(let start) = start else { throw .noOverload("lastIndexOf", text, part, start) }
      last = min(last, try position(start, in: scalars))
    }
    guard last >= 0 else { return .int(-1) }
    // The first position in the reversed text is the last one.
    let end = last + sought.count
    let found = Array(scalars[..<end].reversed()).withUnsafeBufferPointer { scalars in
      Array(sought.reversed()).withUnsafeBufferPointer { StringSearch.find($0, in: scalars, from: 0) }
    }
    return .int(Int64(found.map { end - $0 - sought.count } ?? -1))
  }

  private static func position(_ index: Int64, in scalars: [Unicode.Scalar]) throws(EvaluationError) -> Int {
    guard index >= 0, index <= scalars.count else {
      throw EvaluationError(.indexOutOfRange(index, count: scalars.count))
    }
    return Int(index)
  }
}

/// The search for a part of a sequence, in linear time.
enum StringSearch {
  /// Returns the first position of a part at or after a position (Knuth, Morris, Pratt 1977).
  static func find<Element: Equatable>(
    _ part: UnsafeBufferPointer<Element>, in text: UnsafeBufferPointer<Element>, from start: Int
  ) -> Int? {
    if part.isEmpty { return start }
    guard part.count <= text.count - start else { return nil }
    let borders = borders(of: part)
    var matched = 0
    for position in start..<text.count {
      while matched > 0, part[matched] != text[position] { matched = borders[matched - 1] }
      if part[matched] == text[position] { matched += 1 }
      if matched == part.count { return position + 1 - matched }
    }
    return nil
  }

  /// For each prefix, the length of its longest proper prefix that is also its suffix.
  static func borders<Element: Equatable>(of part: UnsafeBufferPointer<Element>) -> [Int] {
    var borders = [Int](repeating: 0, count: part.count)
    var matched = 0
    // For an empty part `1..<0` would trap.
    for position in 1..<max(1, part.count) {
      while matched > 0, part[matched] != part[position] { matched = borders[matched - 1] }
      if part[matched] == part[position] { matched += 1 }
      borders[position] = matched
    }
    return borders
  }
}
