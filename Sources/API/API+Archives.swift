import Apps
import Digest
import Dispatch
import HTTP
import JSON
import Navigation
import Sessions

extension API {
  /// `POST /v1/imports`: checked as a whole before anything is written, off the event loops and one after the other, since
  /// an archive may be long.
  func importSession(_ exchange: Exchange) throws(Problem) {
    try exchange.checkContentType(is: "x-ndjson")
    try checkCreations(exchange)
    Self.imports.async { [self] in
      do throws(ArchiveFaults) {
        let archive = try SessionArchive(parsing: exchange.request.body)
        try add(archive, exchange)
      } catch {
        exchange.send(Problem(error))
      }
    }
  }

  private static let imports = DispatchQueue(label: "navstate.imports", qos: .utility)

  private func add(_ archive: SessionArchive, _ exchange: Exchange) throws(ArchiveFaults) {
    let name = archive.session.app
    // A version that is here stays; only one that is not may come from elsewhere at the same time.
    let isLocked = catalogue.version(archive.session.appVersion, of: name) == nil
    guard !isLocked || definitions.begin(name) else { return exchange.send(.definitionInProgress(name)) }
    let unlock: @Sendable () -> Void = { [definitions] in if isLocked { definitions.end(name) } }
    do throws(ArchiveFaults) {
      let (entry, isNew) = try entry(for: archive)
      guard !isNew || catalogue.hasRoom(for: entry) else {
        unlock()
        return exchange.send(.tooManyDefinitions)
      }
      let token = Token()
      let stored =
        isNew
        ? StoredApp(
          name: name, version: entry.app.version, definition: entry.definition ?? [], createdAt: now()) : nil
      registry.add(archive, of: entry.app, defining: stored, tokenHash: SHA256.hash(token.bytes)) { session in
        RenderedAnswer(status: 201, body: token.added(to: session))
      } answer: { [catalogue] outcome in
        if isNew, case .created = outcome { catalogue.add(entry) }
        unlock()
        exchange.send(outcome)
      }
    } catch {
      unlock()
      throw error
    }
  }

  /// The app that the session runs on: one that is here, or the one that it brings.
  private func entry(for archive: SessionArchive) throws(ArchiveFaults) -> (AppCatalogue.Entry, isNew: Bool) {
    let (name, version) = (archive.session.app, archive.session.appVersion)
    if let known = catalogue.version(version, of: name) {
      guard let given = archive.definition else { return (known, false) }
      guard let text = known.definition, Self.isSame(text, given) else {
        throw ArchiveFaults([.init(line: 2, detail: "\"\(name)\" version \(version) is defined otherwise here.")])
      }
      return (known, false)
    }
    guard let given = archive.definition else {
      throw ArchiveFaults([.init(line: 1, detail: "There is no app \"\(name)\" version \(version) here.")])
    }
    guard !catalogue.isCompiled(name) else {
      throw ArchiveFaults([.init(line: 2, detail: "\"\(name)\" is compiled into the server, in another version.")])
    }
    let app = try app(given, named: name)
    guard app.version == version else {
      throw ArchiveFaults([.init(line: 2, detail: "The definition has version \(app.version), not \(version).")])
    }
    return (AppCatalogue.Entry(app, definition: given.bytes), true)
  }

  private func app(_ definition: JSONValue, named name: String) throws(ArchiveFaults) -> App {
    do throws(DefinitionFaults) {
      return try AppDefinition(definition, named: name).app
    } catch {
      throw ArchiveFaults(error.faults.map { .init(line: 2, detail: "\($0.pointer.text): \($0.detail)") })
    }
  }
}

extension Exchange {
  fileprivate func send(_ outcome: Importing) {
    switch outcome {
    case .created(let id, let answer, let revision): send(created: id, answer, revision: revision)
    case .exists(let id):
      send(Problem(409, "session-exists", "There is a session \(id.text) already; delete it, or leave it as it is."))
    case .faulty(let faults): send(Problem(faults))
    case .journalBusy: send(Problem.journalBusy)
    case .failed(let failure): send(Problem(failure))
    }
  }
}

extension Problem {
  /// An archive is at fault: all that was found. The pointers are into the list of its lines.
  fileprivate init(_ error: ArchiveFaults) {
    let first = error.faults.first.map { "line \($0.line): \($0.detail)" } ?? ""
    self.init(422, "bad-import", "Nothing was imported. What was sent is no export of a session: \(first)")
    faults = error.faults.map { fault in
      Fault(at: JSONPointer().appending(index: fault.line - 1), "Line \(fault.line): \(fault.detail)")
    }
  }
}
