import Apps
import HTTP
import JSON
import Navigation
import Sessions
import Synchronization

extension API {
  /// `GET /v1/apps`
  func listApps(_ exchange: Exchange) {
    let items = catalogue.newest.map { entry -> JSONValue in
      let versions = catalogue.versions(of: entry.app.name).map { JSONValue.integer(Int64($0)) }
      return [
        "app": .string(entry.app.name), "version": .integer(Int64(entry.app.version)), "versions": .array(versions),
        "compiled": .bool(entry.definition == nil),
      ]
    }
    exchange.send(json: Array(JSONValue.object(["items": .array(items)]).text.utf8))
  }

  /// `GET /v1/apps/{app}`: the newest version's definition, as it was given.
  func readApp(_ exchange: Exchange) throws(Problem) {
    let name = exchange.parameters["app", exchange.request] ?? ""
    guard let entry = catalogue.entry(name) else {
      throw Problem(404, "no-such-app", "There is no app \"\(name)\"; there are \(knownApps).")
    }
    exchange.send(json: entry.definition ?? Self.description(of: entry.app))
  }

  var knownApps: String { catalogue.newest.map { "\"\($0.app.name)\"" }.joined(separator: ", ") }

  /// What can be said of an app that was compiled.
  private static func description(of app: App) -> [UInt8] {
    let routes = app.routes.keys.sorted().map(JSONValue.string)
    let description: JSONObject = [
      "app": .string(app.name), "version": .integer(Int64(app.version)), "compiled": true, "routes": .array(routes),
    ]
    return Array(JSONValue.object(description).text.utf8)
  }

  /// `PUT /v1/apps/{app}`: 201 for a version that is new, 200 for the same definition again.
  func defineApp(_ exchange: Exchange) throws(Problem) {
    let name = exchange.parameters["app", exchange.request] ?? ""
    let definition = try definition(exchange, name)
    let version = definition.app.version
    if let known = catalogue.entry(name, version: version) {
      guard known.definition.map({ Self.isSame($0, definition.json) }) ?? false else {
        throw taken(name, version, isCompiled: known.definition == nil)
      }
      return exchange.send(json: exchange.request.body)
    }
    if catalogue.entry(name).map({ $0.definition == nil }) ?? false { throw taken(name, version, isCompiled: true) }
    guard definitions.begin(name) else {
      throw Problem(409, "definition-in-progress", "Another definition of \"\(name)\" is being stored; try again.")
    }
    let stored = StoredApp(name: name, version: version, definition: exchange.request.body, createdAt: now())
    let queued = journal.submit(.define(stored)) { [self] failure in
      defer { definitions.end(name) }
      if let failure { return exchange.send(Problem(failure)) }
      catalogue.add(AppCatalogue.Entry(definition.app, definition: stored.definition))
      exchange.send(json: stored.definition, status: 201)
    }
    guard queued else {
      definitions.end(name)
      throw .journalBusy
    }
  }

  private func definition(_ exchange: Exchange, _ name: String) throws(Problem) -> AppDefinition {
    try exchange.checkContentType()
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: exchange.request.body)
    } catch {
      throw Problem(error)
    }
    do throws(DefinitionFaults) {
      return try AppDefinition(document, named: name)
    } catch {
      throw Problem(error)
    }
  }

  private func taken(_ name: String, _ version: Int, isCompiled: Bool) -> Problem {
    let reason =
      isCompiled
      ? "\"\(name)\" is compiled into the server; choose another name."
      : "Another definition of \"\(name)\" has version \(version); give this one a new version."
    return Problem(409, isCompiled ? "app-is-compiled" : "version-taken", reason)
  }

  private static func isSame(_ stored: [UInt8], _ json: JSONValue) -> Bool {
    do throws(JSONError) {
      return try JSONValue(parsing: stored) == json
    } catch {
      preconditionFailure("a stored definition is JSON, or it would not have been read")
    }
  }
}

extension Problem {
  /// A definition is at fault: all that is wrong with it, at once.
  fileprivate init(_ error: DefinitionFaults) {
    let count = error.faults.count == 1 ? "a fault" : "\(error.faults.count) faults"
    self.init(422, "bad-definition", "The definition has \(count): \(error.faults.first?.description ?? "")")
    faults = error.faults.map { fault in
      let place = fault.position.map { " (line \($0.line), column \($0.column))" } ?? ""
      return Fault(at: fault.pointer, fault.detail + place)
    }
  }
}

/// The apps of which a definition is being stored: one at a time.
final class RunningDefinitions: Sendable {
  private let names = Mutex<Set<String>>([])

  func begin(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }
  func end(_ name: String) { names.withLock { _ = $0.remove(name) } }
}
