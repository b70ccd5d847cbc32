import AppDefinitions
import HTTP
import JSON
import Navigation
import Sessions

extension AppController {
  /// `PUT /v1/apps/{app}`: 201 for a new or reinstated version, 200 for an existing one.
  func define(_ exchange: Exchange) throws(Problem) {
    let name = exchange.appName
    let definition = try definition(exchange, name)
    try change(name, exchange) { () throws(Problem) in
      let version = definition.app.version
      guard let known = catalogue.version(version, of: name) else {
        guard !catalogue.isCompiled(name) else { throw .compiled(name) }
        return try defining(definition, exchange)
      }
      guard let text = known.definition else { throw .compiled(name) }
      // The number of a version stays used, since sessions run on its definition (docs/decisions/0049).
      guard StoredDefinition.isSame(text, definition.json) else { throw .versionTaken(name, known) }
      guard known.isWithdrawn else { return DefinitionChange { exchange.send(json: text) } }
      return DefinitionChange(.reinstate(app: name, version: version)) { [catalogue] in
        catalogue.reinstate(version, of: name)
        exchange.send(json: text, status: 201)
      }
    }
  }

  private func defining(_ definition: AppDefinition, _ exchange: Exchange) throws(Problem) -> DefinitionChange {
    let (app, text) = (definition.app, exchange.request.body)
    let entry = AppCatalogue.Entry(app, definition: text, compiledSize: definition.compiledSize)
    guard catalogue.hasRoom(for: entry) else { throw .tooManyDefinitions }
    let stored = StoredApp(name: app.name, version: app.version, definition: text, createdAt: now())
    return DefinitionChange(.define(stored)) { [catalogue] in
      catalogue.add(entry)
      exchange.send(json: text, status: 201)
    }
  }

  /// `DELETE /v1/apps/{app}`: no new sessions of the app, or of one version of it. Existing sessions continue.
  func withdraw(_ exchange: Exchange) throws(Problem) {
    let name = exchange.appName
    let version = try exchange.appVersion()
    try change(name, exchange) { () throws(Problem) in
      guard !catalogue.isCompiled(name) else { throw .compiled(name) }
      let offered = catalogue.versions(of: name)
      let versions = version.map { version in offered.filter { $0 == version } } ?? offered
      guard !versions.isEmpty else { throw apps.noSuchApp(name, version: version, for: exchange.caller) }
      return DefinitionChange(.withdraw(app: name, versions: versions, at: now())) { [catalogue] in
        catalogue.withdraw(versions, of: name)
        exchange.send(.empty(204))
      }
    }
  }

  /// Changes an app, one request at a time, so that each decision is based on durable state.
  private func change(
    _ name: String, _ exchange: Exchange, _ decide: () throws(Problem) -> DefinitionChange
  ) throws(Problem) {
    guard definitions.begin(name) else {
      throw .definitionInProgress(name)
    }
    do throws(Problem) {
      let change = try decide()
      guard let write = change.write else {
        definitions.end(name)
        return change.settled()
      }
      let queued = journal.submit(write) { [definitions] failure in
        // Before the answer, so that the client can send its next change immediately.
        definitions.end(name)
        if let failure { exchange.send(Problem(failure)) } else { change.settled() }
      }
      guard queued else { throw .journalBusy }
    } catch {
      definitions.end(name)
      throw error
    }
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

/// The change that a request makes to an app.
private struct DefinitionChange: Sendable {
  /// The change to be written to the journal; nil if nothing changes.
  let write: Write?
  /// Applies the change and sends the answer, once the change is durable.
  let settled: @Sendable () -> Void

  init(_ write: Write? = nil, settled: @escaping @Sendable () -> Void) {
    self.write = write
    self.settled = settled
  }
}
