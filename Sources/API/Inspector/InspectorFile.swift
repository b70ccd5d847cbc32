import Digest
import Inspector

/// A file of the inspector, as served.
struct InspectorFile: Sendable {
  let name: String
  let bytes: [UInt8]
  let content: Endpoint.Content
  /// The first 32 hexadecimal digits of the content's SHA-256.
  let tag: String

  /// All files of the inspector.
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

  /// Allows only files of this server and no inline scripts: a script injected through displayed data does not run.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    + "font-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}
