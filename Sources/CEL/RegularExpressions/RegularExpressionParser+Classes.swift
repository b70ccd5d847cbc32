extension RegularExpressionParser {
  /// Reads an escape after its backslash.
  mutating func escape() throws(RegularExpressionFault) -> RegularExpressionNode {
    guard let scalar = next else { throw RegularExpressionFault(message: "it ends with a backslash") }
    if let assertion = Self.assertions[scalar] {
      at(advancedBy: 1)
      return .assertion(assertion)
    }
    if let set = try escapedSet() { return .set(folded(set)) }
    return literal(try escapedScalar())
  }

  private static let assertions: [Unicode.Scalar: RegularExpressionNode.Assertion] = [
    "A": .beginningOfText, "z": .endOfText, "b": .wordBoundary, "B": .noWordBoundary,
  ]

  private mutating func at(advancedBy count: Int) {
    back(to: at + count)
  }

  /// Reads `d`, `W`, `p{Lu}`, `PN`; nil for the escape of a single character.
  private mutating func escapedSet() throws(RegularExpressionFault) -> CharacterClass? {
    guard let scalar = next else { return nil }
    if let ranges = Self.perlClasses[scalar] {
      at(advancedBy: 1)
      return CharacterClass(ranges)
    }
    if let lower = Unicode.Scalar(scalar.value | 0x20), let ranges = Self.perlClasses[lower] {
      at(advancedBy: 1)
      return CharacterClass(ranges).complement
    }
    guard scalar == "p" || scalar == "P" else { return nil }
    at(advancedBy: 1)
    let set = try category()
    return scalar == "P" ? set.complement : set
  }

  private static let perlClasses: [Unicode.Scalar: [ClosedRange<UInt32>]] = [
    // In RE2 `\s` has no vertical tab, unlike `[:space:]`.
    "d": [0x30...0x39], "s": [0x09...0x0A, 0x0C...0x0D, 0x20...0x20],
    "w": [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A],
  ]

  /// Reads `N` or `{Lu}` or `{^Lu}`.
  private mutating func category() throws(RegularExpressionFault) -> CharacterClass {
    var name = ""
    var isNegated = false
    if scan("{") {
      isNegated = scan("^")
      while let scalar = advance(), scalar != "}" { name.unicodeScalars.append(scalar) }
    } else if let scalar = advance() {
      name.unicodeScalars.append(scalar)
    }
    guard let set = GeneralCategories.set(name) else {
      throw RegularExpressionFault(
        message: "unknown category \"\(name.prefix(20))\"; use a general category such as L or Nd")
    }
    return isNegated ? set.complement : set
  }

  private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
    "a": "\u{7}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{B}",
  ]

  /// Reads the escape of a single character.
  private mutating func escapedScalar() throws(RegularExpressionFault) -> Unicode.Scalar {
    guard let scalar = advance() else { throw RegularExpressionFault(message: "it ends with a backslash") }
    if let control = Self.controls[scalar] { return control }
    if scalar == "x" { return try hexadecimal() }
    if scalar.value &- 0x30 < 8 {
      back(to: at - 1)
      return try octal()
    }
    guard scalar.value < 0x80, !scalar.isNamePart || scalar == "_" else {
      throw RegularExpressionFault(message: "unknown escape \"\\\(scalar)\"")
    }
    return scalar
  }

  /// Reads two hexadecimal digits, or any number of them in braces.
  private mutating func hexadecimal() throws(RegularExpressionFault) -> Unicode.Scalar {
    let isBraced = scan("{")
    var (value, count) = (0 as UInt32, 0)
    // Eight digits fit the 32 bits, so that the shift loses none.
    while let digit = next?.hexadecimalValue, isBraced ? count < 8 : count < 2 {
      value = value << 4 | digit
      count += 1
      at(advancedBy: 1)
    }
    guard isBraced ? count > 0 && scan("}") : count == 2, let scalar = Unicode.Scalar(value) else {
      throw RegularExpressionFault(message: "\\x needs two hexadecimal digits, or a code point in braces")
    }
    return scalar
  }

  /// Reads up to three octal digits, of which the first is 0, or exactly three. Others would be references to groups.
  private mutating func octal() throws(RegularExpressionFault) -> Unicode.Scalar {
    var (value, count) = (0 as UInt32, 0)
    while let digit = next, digit.value &- 0x30 < 8, count < 3 {
      value = value << 3 | digit.value - 0x30
      count += 1
      at(advancedBy: 1)
    }
    guard count == 3 || value < 8 && count <= 2 && isZero(before: count), let scalar = Unicode.Scalar(value) else {
      throw RegularExpressionFault(message: "references to groups are not supported")
    }
    return scalar
  }

  private func isZero(before count: Int) -> Bool { peek(-count) == "0" }
}

extension RegularExpressionParser {
  /// Reads a class of characters after its bracket.
  mutating func characterClass() throws(RegularExpressionFault) -> CharacterClass {
    var set = CharacterClass()
    // Added together, since each addition sorts all.
    var ranges: [ClosedRange<UInt32>] = []
    let isNegated = scan("^")
    var isFirst = true
    // As in RE2, a bracket in the first place is a member of the class.
    while isFirst || next != "]" {
      isFirst = false
      guard !isAtEnd else { throw RegularExpressionFault(message: "a class has no closing bracket") }
      if let named = try namedClass() {
        ranges += named.ranges
        set.formUnion(categoriesOf: named)
      } else {
        ranges.append(try range())
      }
    }
    _ = advance()
    set.insert(ranges)
    set.isNegated = isNegated
    return folded(set)
  }

  /// Reads `[:alpha:]`, `[:^alpha:]`, `\d` and so on; nil for a single character.
  private mutating func namedClass() throws(RegularExpressionFault) -> CharacterClass? {
    let start = at
    if scan("\\") {
      if let set = try escapedSet() { return set }
      back(to: start)
      return nil
    }
    guard scan("[:") else { return nil }
    let isNegated = scan("^")
    var name = ""
    while let scalar = next, scalar.isNamePart {
      name.unicodeScalars.append(scalar)
      at(advancedBy: 1)
    }
    guard scan(":]") else {
      back(to: start)
      return nil
    }
    guard let ranges = Self.posixClasses[name] else {
      throw RegularExpressionFault(message: "unknown class [:\(name.prefix(20)):]")
    }
    return isNegated ? CharacterClass(ranges).complement : CharacterClass(ranges)
  }

  private static let posixClasses: [String: [ClosedRange<UInt32>]] = [
    "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A], "alpha": [0x41...0x5A, 0x61...0x7A], "ascii": [0...0x7F],
    "blank": [0x09...0x09, 0x20...0x20], "cntrl": [0...0x1F, 0x7F...0x7F], "digit": [0x30...0x39],
    "graph": [0x21...0x7E], "lower": [0x61...0x7A], "print": [0x20...0x7E],
    "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E], "space": [0x09...0x0D, 0x20...0x20],
    "upper": [0x41...0x5A], "word": [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A],
    "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66],
  ]

  /// Reads a character or a range of them.
  private mutating func range() throws(RegularExpressionFault) -> ClosedRange<UInt32> {
    let low = try classScalar()
    guard next == "-", let after = peek(1), after != "]" else { return low.value...low.value }
    at(advancedBy: 1)
    let high = try classScalar()
    guard low <= high else { throw RegularExpressionFault(message: "the range \(low)-\(high) is in descending order") }
    return low.value...high.value
  }

  private mutating func classScalar() throws(RegularExpressionFault) -> Unicode.Scalar {
    guard let scalar = advance() else { throw RegularExpressionFault(message: "a class has no closing bracket") }
    return scalar == "\\" ? try escapedScalar() : scalar
  }
}
