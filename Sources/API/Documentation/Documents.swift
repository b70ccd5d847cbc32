import Digest
import HTTP
import JSON
import Navigation
import Sessions
import Synchronization

/// The documents generated from the table of routes and the apps. Each is rendered when first requested, and again
/// after the apps have changed.
final class Documents: Sendable {
  enum Kind: Int, Sendable {
    case openAPI, page
  }

  struct Rendered: Sendable {
    let bytes: [UInt8]
    /// The first 32 hexadecimal digits of the content's SHA-256.
    let tag: String
  }

  private let rendered = Mutex<[Kind: (revision: Int, Rendered)]>([:])

  /// - Parameters:
  ///   - revision: The revision of the apps; a document of another revision is rendered again.
  ///   - apps: Called only to render.
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
