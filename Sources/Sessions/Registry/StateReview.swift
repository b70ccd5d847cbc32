import JSON
import Navigation

/// A search for stored states that the compiled reducers of an app cannot read any more. Nothing is changed.
package struct StateReview: SessionWalkReport {
  /// A member that does not fit, in the states of screens of one route or in the data.
  package struct Misfit: Sendable, Equatable {
    /// The route; nil: the data.
    package let route: String?
    /// The place of the member in the state or the data.
    package let member: JSONPointer
    /// The reason, of the first session.
    package let detail: String
    package fileprivate(set) var sessions = 1
  }

  package private(set) var misfits: [Misfit] = []
  /// The number of sessions that were read.
  package private(set) var sessions = 0
  /// Whether there are no further sessions.
  package internal(set) var isComplete = false

  /// The sessions that are read at first, and if states of these do not fit: a start must not be followed by minutes of
  /// reading.
  package static let (sample, mostSessions) = (1_000, 10_000)

  /// Reads sessions on a version of an app.
  package static func run(
    _ app: App, in registry: SessionRegistry, atMost limit: Int = sample
  ) async throws(JournalFailure) -> StateReview {
    var filter = SessionFilter()
    (filter.app, filter.appVersion) = (app.name, app.version)
    let walk = SessionWalk(filter, of: registry, atMost: limit)
    let review = try await walk.run(with: StateReview()) { session, review in
      if let stored = try? await registry.environment.journal.load(session) { review.add(stored, of: app) }
    }
    guard limit < mostSessions, !review.misfits.isEmpty, !review.isComplete else { return review }
    return try await run(app, in: registry, atMost: mostSessions)
  }

  private mutating func add(_ stored: StoredSession, of app: App) {
    sessions += 1
    // A corrupted session is reported when it is used.
    guard let tree = try? stored.tree() else { return }
    var found: Set<JSONPointer> = []
    if let fault = app.misfit(ofData: tree.data) { add(fault, nil, &found) }
    tree.root.forEachScreen { screen in
      if let fault = app.misfit(ofState: screen.state, on: screen.route) { add(fault, screen.route, &found) }
    }
  }

  /// - Parameter found: What the session has already been counted for.
  private mutating func add(_ fault: Fault, _ route: String?, _ found: inout Set<JSONPointer>) {
    guard found.insert(JSONPointer().appending(name: route ?? "").appending(fault.pointer)).inserted else { return }
    if let index = misfits.firstIndex(where: { $0.route == route && $0.member == fault.pointer }) {
      misfits[index].sessions += 1
    } else {
      misfits.append(Misfit(route: route, member: fault.pointer, detail: fault.detail))
    }
  }
}
