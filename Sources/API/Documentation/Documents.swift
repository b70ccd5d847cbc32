import Digest
import HTTP
import JSON
import Navigation
import Sessions
import Synchronization

/// The documents that are made from the table of routes and the apps: each when it is first asked for, and again after
/// the apps have changed.
final class Documents: Sendable {
  enum Kind: Int, Sendable {
    case openAPI, page
  }

  struct Rendered: Sendable {
    let bytes: [UInt8]
    /// A mark of the content, in hexadecimal digits.
    let tag: String
  }

  private let rendered = Mutex<[Kind: (revision: Int, Rendered)]>([:])

  /// - Parameters:
  ///   - revision: That of the apps; what was made at another one is made anew.
  ///   - apps: Asked for only then.
  func read(_ kind: Kind, at revision: Int, apps: () -> [App]) -> Rendered {
    if let (made, rendered) = rendered.withLock({ $0[kind] }), made == revision { return rendered }
    let bytes = Self.render(kind, apps())
    let new = Rendered(bytes: bytes, tag: String(SHA256.hash(bytes).hexadecimal.prefix(32)))
    rendered.withLock { $0[kind] = (revision, new) }
    return new
  }

  private static func render(_ kind: Kind, _ apps: [App]) -> [UInt8] {
    switch kind {
    case .openAPI: JSONValue.object(OpenAPI(routes: API.numberedRoutes, apps: apps).json).bytes
    case .page: Array(DocumentationPage(routes: API.numberedRoutes).html.utf8)
    }
  }
}
