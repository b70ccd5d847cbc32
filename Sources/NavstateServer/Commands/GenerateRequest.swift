/// The operands and options of the command `generate`.
struct GenerateRequest {
  let language: Language
  /// A file, `-`, or a URL.
  let source: String
  /// The file to write; nil: standard output.
  let output: String?
  /// The token for a URL.
  let token: String?

  enum Language: String, CaseIterable {
    case typescript, swift
  }

  init(_ arguments: ArraySlice<String>, _ environment: [String: String], _ program: ServerProgram) throws(UsageError) {
    let arguments = try Arguments(arguments, options: ["--output": "FILE", "--token": "TOKEN"])
    if let option = arguments.others.first {
      throw UsageError("generate has no option \"\(option)\"; see `\(program.name) help generate`")
    }
    let operands = arguments.operands
    guard operands.count == 2 else {
      throw UsageError("generate needs a language and a definition: \(program.name) generate typescript FILE|URL")
    }
    guard let language = Language(rawValue: operands[0]) else {
      throw UsageError("generate cannot write \"\(operands[0])\"; the language is typescript or swift")
    }
    (self.language, source) = (language, operands[1])
    (output, token) = (arguments["--output"], arguments["--token"] ?? environment["NAVSTATE_TOKEN"])
  }

  /// The URL of the schema; nil for a file.
  var schemaURL: String? {
    guard source.hasPrefix("http://") || source.hasPrefix("https://") else { return nil }
    let parts = source.split(separator: "?", maxSplits: 1).map(String.init)
    let path = parts[0].hasSuffix("/") ? String(parts[0].dropLast()) : parts[0]
    return (path.hasSuffix("/schema") ? path : "\(path)/schema") + (parts.count == 2 ? "?\(parts[1])" : "")
  }
}
