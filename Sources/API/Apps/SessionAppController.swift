import JSON
import Sessions

/// Describes the app of a session to the session's clients.
struct SessionAppController: Controller {
  let registry: SessionRegistry

  var routes: [ControllerRoute] {
    [ControllerRoute(.get, "/v1/sessions/{id}/app", .session, .readSessionApp, read)]
  }

  /// `GET S/app`
  private func read(_ exchange: Exchange) async throws(Problem) {
    let id = try exchange.session()
    let entry = try await exchange.found(await registry.entry(of: id))
    var description = Self.description(of: entry, treeDepth: registry.limits.treeDepth)
    description["role"] = .string((exchange.token?.role ?? .backend).rawValue)
    exchange.send(json: description)
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

extension Operation {
  static let readSessionApp = Operation(
    "readSessionApp", "Read the rules by which a client predicts the navigation of a session",
    "The containers, the routes with their params, and `true` in place of each condition and each hook of the app. "
      + "Expressions, steps and calls are not included.",
    answers: .json(200, .ref("SessionApp"), "The rules; for a compiled app, only its name and version"))
}
