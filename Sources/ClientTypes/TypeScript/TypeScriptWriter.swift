import JSON

/// Writes types in TypeScript.
enum TypeScriptWriter {
  /// The columns within which an object is written on one line.
  private static let width = 100

  /// Returns a member of an interface on its own lines, with its comment.
  static func member(_ field: ClientField, indent: Int) -> String {
    let space = spaces(indent)
    let head = "\(space)\(name(field.name))\(field.isOptional ? "?" : ""): "
    let line = head + text(field.type, indent: indent, column: head.count)
    return field.text.map { "\(space)\(comment($0))\n\(line)" } ?? line
  }

  // A text of the definition must not end the comment: the rest would be code.
  static func comment(_ text: String) -> String { "/** \(text.replacing("*/", with: "*\\/")) */" }

  /// Returns members between braces, each on its own lines.
  static func braces(_ members: [String], _ indent: Int) -> String {
    members.isEmpty ? "{}" : "{\n\(members.joined(separator: "\n"))\n\(spaces(indent))}"
  }

  private static func spaces(_ indent: Int) -> String { String(repeating: "  ", count: indent) }

  /// A name of a member: quoted if it is not an identifier.
  private static func name(_ name: String) -> String {
    Identifier.isValid(name) ? name : JSONValue.string(name).text
  }

  /// Returns a type on one line if it fits and has no comments.
  private static func text(_ type: ClientType, indent: Int, column: Int) -> String {
    if !type.hasTexts {
      let line = line(type)
      if column + line.count <= width { return line }
    }
    switch type {
    case .object(let fields): return braces(fields.map { member($0, indent: indent + 1) }, indent)
    case .list(let element): return parenthesized(element) { text($0, indent: indent, column: column) } + "[]"
    case .nullable(let type): return text(type, indent: indent, column: column) + " | null"
    case .union(let types):
      return types.map { text($0, indent: indent, column: column) }.joined(separator: " | ")
    default: return line(type)
    }
  }

  private static func line(_ type: ClientType) -> String {
    switch type {
    case .unknown: "unknown"
    case .null: "null"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string: "string"
    case .literals(let values): values.map(\.text).joined(separator: " | ")
    case .list(let element): parenthesized(element, line) + "[]"
    case .map(let value): "{ [name: string]: \(line(value)) }"
    case .object(let fields) where fields.isEmpty: "{}"
    case .object(let fields): "{ \(fields.map(member).joined(separator: "; ")) }"
    case .nullable(let type): "\(line(type)) | null"
    case .union(let types): types.map(line).joined(separator: " | ")
    }
  }

  private static func member(_ field: ClientField) -> String {
    "\(name(field.name))\(field.isOptional ? "?" : ""): \(line(field.type))"
  }

  private static func parenthesized(_ type: ClientType, _ text: (ClientType) -> String) -> String {
    switch type {
    case .literals, .nullable, .union: "(\(text(type)))"
    default: text(type)
    }
  }
}

extension ClientType {
  /// Whether a member at any depth has a description.
  fileprivate var hasTexts: Bool {
    switch self {
    case .object(let fields): fields.contains { $0.text != nil || $0.type.hasTexts }
    case .list(let type), .map(let type), .nullable(let type): type.hasTexts
    case .union(let types): types.contains(where: \.hasTexts)
    default: false
    }
  }
}
