import JSON
import Navigation

/// A search in the history of a session for the screens that a request may make again.
struct GoneScreens: Sendable {
  private var sources: Set<Screen.ID>
  private let registry: SessionRegistry
  private let id: SessionID

  init(_ sources: Set<Screen.ID>, registry: SessionRegistry, id: SessionID) {
    self.sources = sources
    self.registry = registry
    self.id = id
  }

  /// Returns the screens as they left, or as they are; one that never was, or left before the oldest revision, is missing.
  func find() async throws(OutcomeError) -> [Screen.ID: GoneScreen] {
    let store: SessionStore?
    do throws(JournalFailure) { store = try await registry.sessions.find(id) } catch { throw OutcomeError(error) }
    // What follows finds that there is no session.
    guard let store else { return [:] }
    let (tree, version) = await store.settled()
    var search = self
    search.sources.formUnion(store.apps[tree.appVersion]?.sourcesOfIntents(in: tree) ?? [])
    return try await search.find(in: tree, at: version.revision, since: version.undoState.oldest, of: store.apps)
  }

  /// Returns the screens as they are in a state, or as they left before it.
  ///
  /// - Parameters:
  ///   - revision: The revision of the state.
  ///   - oldest: The oldest available revision.
  func find(
    in tree: Tree, at revision: Int, since oldest: Int, of apps: AppVersions
  ) async throws(OutcomeError) -> [Screen.ID: GoneScreen] {
    try await walk(from: tree, at: revision, to: oldest).migrated(to: tree.appVersion, of: apps)
  }

  private func walk(
    from tree: Tree, at revision: Int, to oldest: Int
  ) async throws(OutcomeError) -> [Screen.ID: GoneScreen] {
    let visitor = GoneScreenVisitor(sources, endingAt: tree)
    guard !visitor.isDone, revision > oldest else { return visitor.found }
    let query = PastQuery(session: id, selection: .descending(oldest + 1...revision), content: .steps)
    let result = try await registry.readPermits.withPermit(for: id) { () async throws(PastFailure) in
      try await registry.environment.journal.walk(query, with: visitor)
    }
    switch result {
    case .success(let visitor): return visitor.found
    case .failure(.unread(let failure)): throw OutcomeError(failure)
    case .failure(.damaged(let error)):
      throw OutcomeError(.damaged("The history of the session \(id.text) cannot be read: \(error.detail)."))
    }
  }
}

extension [Screen.ID: GoneScreen] {
  /// The screens in a later version of the app, without those that migrations have removed.
  func migrated(to version: Int, of apps: AppVersions) -> [Screen.ID: GoneScreen] {
    compactMapValues { screen in
      guard screen.version < version else { return screen }
      let versions = apps.versions(from: screen.version, to: version)
      return versions.last?.version == version ? screen.migrated(through: versions) : nil
    }
  }
}

extension SessionStore {
  /// Returns the state once the pending changes are durable, or have failed.
  fileprivate func settled() async -> (Tree, Version) {
    await pendingWrites()
    return state.withLock { $0.committed }
  }
}

extension ActionRequest {
  /// Whether the screens that the request may make again have to be looked up before it is carried out.
  func needsGoneScreens(of app: App, in tree: Tree) -> Bool {
    gone == nil && !actions.isEmpty && (mayReopen || !app.sourcesOfIntents(in: tree).isEmpty)
  }

  /// The screens that the actions make again if they are gone.
  var reopenedSources: Set<Screen.ID> {
    Set((amendment?.actions ?? actions).filter(\.mayReopen).compactMap { $0.fields["source"]?.stringValue })
  }
}

/// Goes back through the changes of a session until each of some screens was there.
struct GoneScreenVisitor: PastVisitor {
  private(set) var found: [Screen.ID: GoneScreen] = [:]
  private var missing: Set<Screen.ID>
  private var draft: Draft

  var isDone: Bool { missing.isEmpty }

  init(_ screens: Set<Screen.ID>, endingAt tree: Tree) {
    missing = screens
    draft = Draft(tree)
    look()
  }

  mutating func visit(_ change: PastChange) throws(CorruptSession) {
    // After each edit, since others of the same change may have altered the screen before it left.
    for edit in try [Edit](stored: change.edits, of: change.revision).reversed() where !isDone {
      do throws(EditMismatch) {
        _ = try draft.revert(stored: [edit])
      } catch {
        throw CorruptSession(detail: "the change of revision \(change.revision) does not apply: \(error)")
      }
      look()
    }
  }

  /// Goes back before an edit with its values.
  mutating func revert(_ edit: Edit) {
    draft.revert([edit])
    look()
  }

  private mutating func look() {
    for id in missing {
      guard let screen = GoneScreen(id, in: draft.tree) else { continue }
      found[id] = screen
      missing.remove(id)
    }
  }
}
