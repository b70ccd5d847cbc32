import HTTP
import JSON
import Navigation
import Sessions

/// Describes the app of a session to the session's clients.
struct SessionAppController: Controller {
  let registry: SessionRegistry

  var routes: [ControllerRoute] {
    [ControllerRoute(.get, "/v1/sessions/{id}/app", .session, Documentation.read, read)]
  }

  /// `GET S/app`
  private func read(_ exchange: Exchange) async throws(Problem) {
    let id = try exchange.session()
    let entry = try await exchange.found(await registry.entry(of: id))
    var description = Self.description(of: entry, treeDepth: registry.limits.treeDepth)
    description["role"] = .string((exchange.token?.role ?? .backend).rawValue)
    exchange.send(json: JSONValue.object(description).bytes)
  }

  private static func description(of entry: AppCatalogue.Entry, treeDepth: Int) -> JSONObject {
    var description: JSONObject = [
      "app": .string(entry.app.name), "version": .integer(Int64(entry.app.version)),
      "maxTreeDepth": .integer(Int64(treeDepth)),
    ]
    guard let text = entry.definition else {
      description["compiled"] = true
      return description
    }
    do {
      description.merge(NavigationRules(of: try JSONValue(parsing: text, roundingNumbers: true)).json)
    } catch {
      preconditionFailure("The definition was accepted, and is not JSON: \(error)")
    }
    return description
  }
}
