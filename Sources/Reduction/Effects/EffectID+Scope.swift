// An id is a path: what stands before its last `/` is the scope that it is in. As text, because it has to outlive a
// restart.
extension EffectID {
  /// The scope of the part of a state that this value identifies.
  ///
  /// - Parameter value: Described by another text than every other value beside it. A `/` in it separates nothing.
  public init(scopeOf value: some Sendable) {
    // As in a JSON pointer (RFC 6901 §3), so that no value's description leads into another value's scope.
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

  /// This id inside of `scope`: `load` in `shop/42` is `shop/42/load`.
  public func scoped(under scope: EffectID) -> EffectID {
    EffectID("\(scope.rawValue)/\(rawValue)")
  }

  /// Whether `scope`, or one inside of it, is what this id is in. No id is in itself.
  public func isUnder(_ scope: EffectID) -> Bool {
    // Byte by byte: what an accent does to a slash is nobody's scope.
    let path = rawValue.utf8
    return path.starts(with: scope.rawValue.utf8)
      && path.dropFirst(scope.rawValue.utf8.count).first == UInt8(ascii: "/")
  }
}
