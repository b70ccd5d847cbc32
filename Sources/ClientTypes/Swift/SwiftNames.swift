/// The names in one scope of Swift code, each given once.
struct SwiftNames {
  private var taken: Set<String>

  /// - Parameter taken: Names that are used otherwise.
  init(taken: Set<String> = []) { self.taken = taken }

  /// Returns the name of a type, such as `PageSize` for `page-size`.
  mutating func type(_ name: String) -> String {
    unique(beginningWithLetter(Identifier.capitalized(name), "Value"), besides: Self.types)
  }

  /// Returns the name of a property, a case or a label, without backticks.
  mutating func member(_ name: String) -> String {
    let isUsable = Identifier.isValid(name) && name.contains { $0 != "_" }
    return unique(isUsable ? name : beginningWithLetter(Identifier.uncapitalized(name), "value"), besides: [])
  }

  private func beginningWithLetter(_ name: String, _ prefix: String) -> String {
    name.first?.isLetter == true ? name : prefix + name
  }

  private mutating func unique(_ name: String, besides reserved: Set<String>) -> String {
    let candidates = sequence(first: 2) { $0 + 1 }.lazy.map { "\(name)\($0)" }
    let isFree = { [taken] in !taken.contains($0) && !reserved.contains($0) }
    let found = isFree(name) ? name : candidates.first(where: isFree) ?? name
    taken.insert(found)
    return found
  }

  /// Returns a name with backticks if it is a keyword.
  static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// The types that generated code refers to, and names that types cannot have.
  private static let types: Set = [
    "Any", "AppAction", "AppData", "AppOutput", "Bool", "Codable", "CodingKey", "CodingKeys", "Decodable", "Decoder",
    "Double", "Encodable", "Encoder", "Hashable", "Int", "JSONValue", "MemberKey", "Protocol", "Self", "Sendable",
    "String", "Swift", "Type",
  ]

  private static let keywords: Set = [
    "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "async", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
