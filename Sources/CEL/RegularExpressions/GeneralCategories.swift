/// The general categories of Unicode by their names in regular expressions: `\p{Lu}`, `\pN`.
enum GeneralCategories {
  private static let names: [(name: String, category: Unicode.GeneralCategory)] = [
    ("Lu", .uppercaseLetter), ("Ll", .lowercaseLetter), ("Lt", .titlecaseLetter), ("Lm", .modifierLetter),
    ("Lo", .otherLetter), ("Mn", .nonspacingMark), ("Mc", .spacingMark), ("Me", .enclosingMark),
    ("Nd", .decimalNumber), ("Nl", .letterNumber), ("No", .otherNumber), ("Pc", .connectorPunctuation),
    ("Pd", .dashPunctuation), ("Ps", .openPunctuation), ("Pe", .closePunctuation), ("Pi", .initialPunctuation),
    ("Pf", .finalPunctuation), ("Po", .otherPunctuation), ("Sm", .mathSymbol), ("Sc", .currencySymbol),
    ("Sk", .modifierSymbol), ("So", .otherSymbol), ("Zs", .spaceSeparator), ("Zl", .lineSeparator),
    ("Zp", .paragraphSeparator), ("Cc", .control), ("Cf", .format), ("Cs", .surrogate), ("Co", .privateUse),
    ("Cn", .unassigned),
  ]

  static let all = names.map(\.category)

  /// The characters of a category, or of a group of categories such as `L`; nil if there is none of that name.
  static func set(_ name: String) -> CharacterClass? {
    if name == "Any" { return CharacterClass([0...CharacterClass.maximum]) }
    let found = names.filter { $0.name == name || name.utf8.count == 1 && $0.name.hasPrefix(name) }
    return found.isEmpty ? nil : CharacterClass(Set(found.map(\.category)))
  }
}
