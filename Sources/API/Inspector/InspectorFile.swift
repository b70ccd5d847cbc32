import Digest
import Inspector

/// A file of the inspector, as it is served.
struct InspectorFile: Sendable {
  let name: String
  let bytes: [UInt8]
  let content: Endpoint.Content
  /// A mark of the content, in hexadecimal digits.
  let tag: String

  /// Those that there are.
  static let all = (0..<inspector_file_count()).map { InspectorFile(inspector_file_at($0)) }

  static subscript(name: String) -> InspectorFile? { byName[name] }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  private init(_ file: inspector_file) {
    name = String(cString: file.name)
    bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    tag = String(SHA256.hash(bytes).hexadecimal.prefix(32))
    content =
      switch name.split(separator: ".").last {
      case "html": .html
      case "css": .css
      case "js": .javaScript
      case "svg": .svg
      default: preconditionFailure("\(name): a file of the inspector is .html, .css, .js or .svg")
      }
  }

  /// All is loaded from here and is a file of its own: a script that gets into a page by what it shows does not run.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    + "font-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}
