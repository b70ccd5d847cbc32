import Support
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

  private struct State {
    var routes: [HTTP.Route<Endpoint>] = []
    var rendered: [Kind: (revision: Int, Rendered)] = [:]
  }

  private let state = Mutex(State())

  /// Sets the table of routes, before the first document is read.
  func describe(_ routes: [HTTP.Route<Endpoint>]) {
    state.withLock { $0.routes = routes }
  }

  /// - Parameters:
  ///   - revision: The revision of the apps; a document of another revision is rendered again.
  ///   - apps: Called only to render.
  func read(_ kind: Kind, at revision: Int, apps: () -> [App]) -> Rendered {
    let (routes, known) = state.withLock { ($0.routes, $0.rendered[kind]) }
    if let (made, rendered) = known, made == revision { return rendered }
    let bytes = Self.render(kind, routes, apps())
    let new = Rendered(bytes: bytes, tag: String(SHA256.hash(bytes).hexadecimal.prefix(32)))
    state.withLock { $0.rendered[kind] = (revision, new) }
    return new
  }

  private static func render(_ kind: Kind, _ routes: [HTTP.Route<Endpoint>], _ apps: [App]) -> [UInt8] {
    switch kind {
    case .openAPI: JSONValue.object(OpenAPI(routes: routes, apps: apps).json).bytes
    case .page: Array(DocumentationPage(routes: routes).html.utf8)
    }
  }
}
