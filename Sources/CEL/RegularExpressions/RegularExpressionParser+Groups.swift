extension RegularExpressionParser {
  /// Reads a group after its parenthesis; nil for flags alone.
  mutating func group() throws(RegularExpressionFault) -> RegularExpressionNode? {
    let before = flags
    if scan("?") {
      if scan("P<") || scan("<") {
        try groupName()
      } else if try !setFlags() {
        return nil
      }
    }
    let node = try alternatives()
    guard scan(")") else { throw RegularExpressionFault(message: "a group has no closing parenthesis") }
    // As in RE2, flags end with the group in which they are set.
    flags = before
    return node
  }

  private mutating func groupName() throws(RegularExpressionFault) {
    var length = 0
    while let scalar = advance(), scalar != ">" {
      guard scalar.isNamePart else {
        throw RegularExpressionFault(
          message: "lookbehind is not supported, and the name of a group has only letters, digits and _")
      }
      length += 1
    }
    guard length > 0, !isAtEnd else {
      throw RegularExpressionFault(message: "the name of a group is empty or not closed")
    }
  }

  /// Reads flags: `i`, `-s:` and so on.
  ///
  /// - Returns: Whether they are those of a group, not of all that follows.
  private mutating func setFlags() throws(RegularExpressionFault) -> Bool {
    var isSet = true
    while let scalar = advance() {
      switch scalar {
      case "i": flags.ignoresCase = isSet
      case "m": flags.isMultiline = isSet
      case "s": flags.dotMatchesNewline = isSet
      // Which of several matches is preferred does not change whether there is one.
      case "U": break
      case "-": isSet = false
      case ":": return true
      case ")": return false
      default:
        throw RegularExpressionFault(
          message: "(?\(scalar) is not supported; there are no lookarounds, and flags are i m s U")
      }
    }
    throw RegularExpressionFault(message: "a group has no closing parenthesis")
  }
}
