import AppDefinitions
import JSON
import Sessions

extension AppController {
  /// `PUT /v1/apps/{app}`: 201 for a new or reinstated version, 200 for an existing one.
  func define(_ exchange: Exchange) async throws(Problem) {
    let name = exchange.appName
    let definition = try definition(exchange, name)
    let (text, status) = try await change(name) { () async throws(Problem) in
      let version = definition.app.version
      guard let known = catalogue.version(version, of: name) else {
        guard !catalogue.isCompiled(name) else { throw .compiled(name) }
        return (try await add(definition, exchange.request.body), 201)
      }
      guard let text = known.definition else { throw .compiled(name) }
      // The number of a version stays used, since sessions run on its definition (docs/decisions/0049).
      guard StoredDefinition.isSame(text, definition.json) else { throw .versionTaken(name, known) }
      guard known.isWithdrawn else { return (text, 200) }
      try await Problem.ifNotStored(.reinstate(app: name, version: version), in: journal)
      catalogue.reinstate(version, of: name)
      return (text, 201)
    }
    exchange.send(json: text, status: status)
  }

  private func add(_ definition: AppDefinition, _ text: [UInt8]) async throws(Problem) -> [UInt8] {
    let app = definition.app
    let entry = AppCatalogue.Entry(app, definition: text, compiledSize: definition.compiledSize)
    guard catalogue.hasRoom(for: entry) else { throw .tooManyDefinitions }
    let stored = StoredApp(name: app.name, version: app.version, definition: text, createdAt: now())
    try await Problem.ifNotStored(.define(stored), in: journal)
    catalogue.add(entry)
    return text
  }

  /// `DELETE /v1/apps/{app}`: no new sessions of the app, or of one version of it. Existing sessions continue.
  func withdraw(_ exchange: Exchange) async throws(Problem) {
    let name = exchange.appName
    let version = try exchange.appVersion()
    try await change(name) { () async throws(Problem) in
      guard !catalogue.isCompiled(name) else { throw .compiled(name) }
      let offered = catalogue.versions(of: name)
      let versions = version.map { version in offered.filter { $0 == version } } ?? offered
      guard !versions.isEmpty else { throw apps.noSuchApp(name, version: version, for: exchange.caller) }
      if let rollout = catalogue.rollout(of: name), let named = versions.first(where: rollout.names) {
        throw .inRollout(named, of: name)
      }
      try await Problem.ifNotStored(.withdraw(app: name, versions: versions, at: now()), in: journal)
      catalogue.withdraw(versions, of: name)
    }
    exchange.send(.empty(204))
  }

  /// Changes an app, one request at a time, so that each decision is based on durable state.
  func change<Value>(
    _ name: String, _ body: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    guard definitions.begin(name) else { throw .definitionInProgress(name) }
    // Before the answer, so that the client can send its next change immediately.
    defer { definitions.end(name) }
    for _ in 0..<8 {
      do throws(Problem) { return try await body() } catch {
        guard error.isOvertaken else { throw error }
        // The next decision is based on what another node was first to change.
        await registry.refreshCatalogues()
      }
    }
    return try await body()
  }

  private func definition(_ exchange: Exchange, _ name: String) throws(Problem) -> AppDefinition {
    try exchange.checkContentType()
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: exchange.request.body, maximumDepth: exchange.jsonDepth.values)
    } catch {
      throw Problem(error)
    }
    let subject = TrapSubject(definition: exchange.request.body, of: name)
    if let failure = catalogue.traps.failure(of: subject) { throw Problem(failure) }
    do throws(DefinitionFaults) {
      return try ThreadWork.during(subject) { () throws(DefinitionFaults) in
        try AppDefinition(document, named: name, features: catalogue.features)
      }
    } catch {
      throw Problem(error)
    }
  }
}

extension Problem {
  fileprivate static func inRollout(_ version: Int, of app: String) -> Problem {
    Problem(
      409, "version-in-rollout",
      "The rollout of \"\(app)\" names version \(version); change it with `PUT /v1/apps/\(app)/rollout`, or delete it, "
        + "first.")
  }
}
