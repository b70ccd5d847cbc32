import HTTP
import JSON
import Navigation
import Sessions

/// Resolves the links of apps.
struct LinkController: Controller {
  let catalogue: AppCatalogue
  let apps: AppLookup

  var routes: [ControllerRoute] {
    [ControllerRoute(.get, "/v1/apps/{app}/resolve", .app, scopes: .readingApps, Documentation.resolve, resolve)]
  }

  /// `GET /v1/apps/{app}/resolve?url=&version=`: the initial navigation of a session created with that link.
  private func resolve(_ exchange: Exchange) throws(Problem) {
    let (name, version) = (exchange.appName, try exchange.appVersion())
    guard let app = catalogue.app(name, version: version) else {
      throw apps.noSuchApp(name, version: version, for: exchange.caller)
    }
    guard let url = try exchange.text("url") else {
      throw Problem(400, "missing-parameter", "`url` is required: a link of the app, percent-encoded.")
    }
    var json = JSONWriter()
    do throws(ActionError) {
      try app.start(url: url).root.write(to: &json)
    } catch {
      throw Problem(error, isExplained: exchange.seesDefinition)
    }
    exchange.send(json: json.bytes)
  }
}
