import Glibc
import Sessions

/// Counts the flows of all histories anew, and compares them with the counts.
struct Recount {
  let program: ServerProgram

  /// The edges of an app, by its name.
  private typealias Edges = [String: [FlowReport.Edge: Int]]

  /// - Parameters:
  ///   - place: A data folder, or the URL of a database.
  ///   - folder: The folder of temporary files.
  func run(_ place: String, folder: String) throws -> Int32 {
    guard CopiedDatabase.isURL(place) || access(place + "/navstate.db", F_OK) == 0 else {
      throw CommandError("\(place) is not a data folder: it has no navstate.db")
    }
    let store = try CopiedDatabase(place, program)
    defer { store.close() }
    try store.load()
    store.registry.catchUp()
    let now = store.journal.time()
    let (recounted, sessions) = try recount(store, SessionCopy(from: store, to: store, folder: folder))
    var (equal, different) = (0, 0)
    for app in Set(recounted.keys).union(store.catalogue.newest.map(\.app.name)).sorted() {
      // One hour more: changes may come from a clock that is ahead.
      let query = FlowQuery(app: app, from: 0, to: now + 3_600_000, now: now)
      let counted = try waiting { try await store.registry.flows(query) }.edges
      let own = recounted[app] ?? [:]
      for edge in Set(own.keys).union(counted.keys) {
        let (count, histories) = (counted[edge] ?? 0, own[edge] ?? 0)
        guard count != histories else {
          equal += 1
          continue
        }
        different += 1
        let from = edge.from.isEmpty ? "the creation" : edge.from
        print("\(app): \(from) → \(edge.to) by \(edge.cause): counted \(count), in the histories \(histories)")
      }
    }
    print("sessions: \(sessions); edges: \(equal) equal, \(different) different")
    return different == 0 ? 0 : 1
  }

  private func recount(_ store: CopiedDatabase, _ archives: SessionCopy) throws -> (Edges, sessions: Int) {
    var (edges, sessions, last): (Edges, Int, SessionID?) = ([:], 0, nil)
    while case let page = try store.sessions(after: last), let end = page.last {
      for session in page {
        sessions += 1
        do {
          guard let way = try archives.check(session.id) else { continue }
          var counts = FlowCounts()
          counts.add(way, of: session.app)
          for (edge, count) in counts.edges where edge.group.label.string.isEmpty && edge.group.span == .day {
            let key = FlowReport.Edge(from: edge.from, to: edge.to, cause: edge.cause)
            edges[session.app, default: [:]][key, default: 0] += count
          }
        } catch {
          program.complain("\(session.id.text): \(error)")
        }
        store.registry.unloadIfNeeded()
      }
      last = end.id
    }
    return (edges, sessions)
  }
}
