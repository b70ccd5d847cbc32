/// The operands and options of the command `generate`.
struct GenerateRequest {
  let language: Language
  /// A file, `-`, or a URL.
  let source: String
  /// The file to write; nil: standard output.
  private(set) var output: String?
  /// The token for a URL.
  private(set) var token: String?

  enum Language: String, CaseIterable {
    case typescript, swift
  }

  init(_ arguments: ArraySlice<String>, _ environment: [String: String], _ program: ServerProgram) throws(UsageError) {
    let hint = "see `\(program.name) help generate`"
    var (operands, rest) = ([String](), arguments)
    token = environment["NAVSTATE_TOKEN"]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard ["--output", "--token"].contains(parts[0]) else {
        throw UsageError("generate has no option \"\(parts[0])\"; \(hint)")
      }
      let placeholder = parts[0] == "--output" ? "FILE" : "TOKEN"
      let value = parts.count == 2 ? parts[1] : try rest.value(of: parts[0], placeholder)
      if parts[0] == "--output" { output = value } else { token = value }
    }
    guard operands.count == 2 else {
      throw UsageError("generate needs a language and a definition: \(program.name) generate typescript FILE|URL")
    }
    guard let language = Language(rawValue: operands[0]) else {
      throw UsageError("generate cannot write \"\(operands[0])\"; the language is typescript or swift")
    }
    (self.language, source) = (language, operands[1])
  }

  /// The URL of the schema; nil for a file.
  var schemaURL: String? {
    guard source.hasPrefix("http://") || source.hasPrefix("https://") else { return nil }
    let parts = source.split(separator: "?", maxSplits: 1).map(String.init)
    let path = parts[0].hasSuffix("/") ? String(parts[0].dropLast()) : parts[0]
    return (path.hasSuffix("/schema") ? path : "\(path)/schema") + (parts.count == 2 ? "?\(parts[1])" : "")
  }
}
