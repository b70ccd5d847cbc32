import JSON

/// HTML pages without external resources.
enum Page {
  /// A content security policy that allows only this server's style sheet.
  static let policy =
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// - Parameters:
  ///   - header: The controls beside the links at the top.
  ///   - navigation: The links at the side, if there are any.
  static func html(_ title: String, header: String = "", navigation: String = "", _ content: String) -> String {
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>\(escaped(title)) – Navstate</title>"
      + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      + "<link rel=\"stylesheet\" href=\"/docs/style.css\"></head><body>"
      + "<header><a href=\"/docs\"><b>Navstate</b></a><a href=\"/ui/\">Inspector</a>\(header)</header>"
      + (navigation.isEmpty ? "" : "<nav aria-label=\"Contents\">\(navigation)</nav>")
      + "<main>\(content)</main></body></html>"
  }

  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  /// Escaped prose, with text between backquotes as code.
  static func text(_ text: String) -> String {
    escaped(text).split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0 % 2 == 1 ? "<code>\($1)</code>" : String($1) }.joined()
  }
}
