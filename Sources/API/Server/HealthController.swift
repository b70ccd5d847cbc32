import Synchronization

/// Reports whether the process runs and whether it accepts requests.
final class HealthController: Controller {
  private let readiness: Readiness
  private let isDraining = Atomic<Bool>(false)

  init(readiness: Readiness) {
    self.readiness = readiness
  }

  var routes: [ControllerRoute] {
    [
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
    exchange.send(json: Array(#"{"status":"alive"}"#.utf8))
  }

  /// `GET /readyz`: fails while the server is draining or the database does not accept writes.
  private func ready(_ exchange: Exchange) {
    guard !isDraining.load(ordering: .relaxed) else {
      return exchange.send(Self.unready("draining", "The server is shutting down; ask another one."))
    }
    readiness.check { failure in
      guard let failure else { return exchange.send(json: Array(#"{"status":"ready"}"#.utf8)) }
      exchange.send(
        Self.unready("storage-unavailable", "The database takes no writes (\(failure.reason)). Reading goes on."))
    }
  }

  private static func unready(_ code: String, _ detail: String) -> Problem {
    Problem(503, code, detail, retryAfter: 1)
  }
}
