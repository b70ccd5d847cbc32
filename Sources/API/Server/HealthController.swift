import Synchronization

/// Reports whether the process runs and whether it accepts requests.
final class HealthController: Controller {
  private let readiness: Readiness
  private let readinessForReads: Readiness
  private let isDraining = Atomic<Bool>(false)

  init(readiness: Readiness, forReads: Readiness) {
    self.readiness = readiness
    readinessForReads = forReads
  }

  var routes: [ControllerRoute] {
    [
      // Open, since those who probe a server usually cannot send a token (docs/decisions/0024).
      ControllerRoute(.get, "/livez", .open, Documentation.live, live),
      ControllerRoute(.get, "/readyz", .open, Documentation.ready, ready),
    ]
  }

  /// Makes `/readyz` report that the server is draining.
  func beginDraining() {
    isDraining.store(true, ordering: .relaxed)
  }

  /// `GET /livez`: reports that the process is running.
  private func live(_ exchange: Exchange) {
    exchange.send(json: Self.alive)
  }

  /// `GET /readyz`: fails while the server is draining or the database does not accept writes; for reads alone, while
  /// nothing can be read.
  private func ready(_ exchange: Exchange) async throws(Problem) {
    let purpose = try exchange.text("for")
    guard purpose == nil || purpose == "reads" else {
      throw Problem(400, "bad-parameter", "`for` must be `reads` or absent; it is \"\(purpose?.prefix(80) ?? "")\".")
    }
    guard !isDraining.load(ordering: .relaxed) else {
      throw Self.unready("draining", "The server is shutting down; use another server.")
    }
    let isForReads = purpose != nil
    if let failure = await (isForReads ? readinessForReads : readiness).check() {
      let detail = isForReads ? "cannot be read (\(failure.reason))." : "cannot be written (\(failure.reason))."
      throw Self.unready("storage-unavailable", "The database \(detail)")
    }
    exchange.send(json: Array(#"{"status":"ready"}"#.utf8))
  }

  static let alive = Array(#"{"status":"alive"}"#.utf8)

  private static func unready(_ code: String, _ detail: String) -> Problem {
    Problem(503, code, detail, retryAfter: 1)
  }
}
