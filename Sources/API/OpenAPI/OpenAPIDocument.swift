import Support
import HTTP
import JSON
import Navigation
import Synchronization

/// The OpenAPI document. It is rendered when first requested, and again after the apps have changed.
final class OpenAPIDocument: Sendable {
  struct Rendered: Sendable {
    let bytes: [UInt8]
    /// The first 32 hexadecimal digits of the content's SHA-256.
    let tag: String
  }

  private struct State {
    var routes: [HTTP.Route<Endpoint>] = []
    var rendered: (revision: Int, Rendered)?
  }

  private let state = Mutex(State())

  /// Sets the table of routes, before the document is first read.
  func describe(_ routes: [HTTP.Route<Endpoint>]) {
    state.withLock { $0.routes = routes }
  }

  /// - Parameters:
  ///   - revision: The revision of the apps; a document of another revision is rendered again.
  ///   - apps: Called only to render.
  func read(at revision: Int, apps: () -> [App]) -> Rendered {
    let (routes, known) = state.withLock { ($0.routes, $0.rendered) }
    if let (made, rendered) = known, made == revision { return rendered }
    let bytes = JSONValue.object(OpenAPI(routes: routes, apps: apps()).json).bytes
    let new = Rendered(bytes: bytes, tag: String(SHA256.hash(bytes).hexadecimal.prefix(32)))
    state.withLock { $0.rendered = (revision, new) }
    return new
  }
}
