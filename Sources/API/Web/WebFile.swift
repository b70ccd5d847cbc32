import Support
import WebFiles

/// An embedded file, as served to browsers.
struct WebFile: Sendable {
  /// The path in `Sources/WebFiles`, such as `Inspector/main.js`, or in scripts/list-web-files.
  let path: String
  let bytes: [UInt8]
  let content: Endpoint.Content
  /// The first 32 hexadecimal digits of the content's SHA-256.
  let tag: String

  /// Copies and hashes the files whose paths begin with `prefix`.
  static func files(below prefix: String) -> [WebFile] {
    (0..<web_file_count()).map(web_file_at).filter { String(cString: $0.path).hasPrefix(prefix) }.map(WebFile.init)
  }

  private init(_ file: web_file) {
    path = String(cString: file.path)
    bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    tag = String(SHA256.hash(bytes).hexadecimal.prefix(32))
    content =
      switch path.split(separator: ".").last {
      case "html": .html
      case "css": .css
      case "js": .javaScript
      case "svg": .svg
      case "json": .json
      case "txt": .text
      default: preconditionFailure("\(path): an embedded file is .html, .css, .js, .svg, .json or .txt")
      }
  }
}
