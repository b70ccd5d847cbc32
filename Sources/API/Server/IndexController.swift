import HTTP
import JSON

/// Serves the root path: the inspector to browsers, a list of links to other clients.
struct IndexController: Controller {
  /// The version of the program.
  let version: String
  let authorizer: Authorizer

  var routes: [ControllerRoute] {
    [ControllerRoute(.get, "/", .open, alternatives: [.html], .readIndex, readIndex)]
  }

  /// `GET /`
  private func readIndex(_ exchange: Exchange) {
    let request = exchange.request
    let prefersPage = request.quality(of: "text", "html") > request.quality(of: "application", "json")
    var response =
      prefersPage ? Response.empty(303) : Response(status: 200, body: JSONValue.object(index(for: request)).bytes)
    if prefersPage {
      // Relative, since a proxy may serve this server below a path prefix.
      response.fields.append("Location", "ui/")
    } else {
      response.contentType = "application/json"
    }
    response.fields.append("Vary", "Accept")
    exchange.send(response)
  }

  private func index(for request: Request) -> JSONObject {
    var index: JSONObject = [
      "name": "navstate", "version": .string(version),
      "links": [
        "apps": "/v1/apps", "sessions": "/v1/sessions", "docs": "/docs", "openapi": "/openapi.json",
        "inspector": "/ui/", "ready": "/readyz", "metrics": "/metrics",
      ],
    ]
    // By which the inspector knows what to offer.
    index["operator"] = authorizer.operator(of: request).map { .object($0.json) }
    return index
  }
}

extension Operation {
  static let readIndex = Operation(
    "readIndex", "Read the name, the version and the main paths of the server",
    "A client that prefers `text/html`, such as a browser, is redirected to the inspector.",
    answers: .json(200, .ref("Index"), "The server"), .empty(303, "A redirect to `/ui/`"))
}
