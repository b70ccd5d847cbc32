import JSON

/// HTML pages without external resources.
enum Page {
  /// A content security policy that allows only this server's style sheet.
  static let policy =
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  static func html(_ title: String, _ content: String) -> String {
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>\(escaped(title)) – Navstate</title>"
      + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      + "<link rel=\"stylesheet\" href=\"/docs/style.css\"></head><body><main>\(content)</main></body></html>"
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

  static let style = """
    :root { color-scheme: light dark; }
    body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
    main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
    h2 { margin-top: 2.5rem; border-bottom: 1px solid; }
    h3 { margin: 2rem 0 0; overflow-wrap: anywhere; }
    code, pre { font: 0.9em/1.4 ui-monospace, monospace; }
    pre { overflow-x: auto; padding: 0.5rem; border: 1px solid; border-radius: 4px; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; overflow-wrap: anywhere; }
    nav li { display: inline; padding-right: 1rem; }
    """
}
