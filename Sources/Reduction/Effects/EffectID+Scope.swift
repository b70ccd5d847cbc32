// An id is a path: the part before its last `/` is its scope. A plain text, because it has to outlive a restart.
extension EffectID {
  /// Creates the scope of the part of a state that `value` identifies.
  ///
  /// - Parameter value: A value whose description is unique among its siblings. `/` and `~` in it are escaped.
  public init(scopeOf value: some Sendable) {
    // As in a JSON pointer (RFC 6901 §3), so that no description reaches into the scope of another value.
    var escaped = ""
    for character in String(describing: value).unicodeScalars {
      switch character {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(character)
      }
    }
    self.init(escaped)
  }

  /// Returns this id inside of `scope`: `load` in `shop/42` is `shop/42/load`.
  public func scoped(under scope: EffectID) -> EffectID {
    EffectID("\(scope.rawValue)/\(rawValue)")
  }

  /// Whether this id is inside of `scope`, directly or in an inner scope. No id is inside of itself.
  public func isUnder(_ scope: EffectID) -> Bool {
    // Compared byte by byte: a combining accent after a slash would make another character of it.
    let path = rawValue.utf8
    return path.starts(with: scope.rawValue.utf8)
      && path.dropFirst(scope.rawValue.utf8.count).first == UInt8(ascii: "/")
  }
}
