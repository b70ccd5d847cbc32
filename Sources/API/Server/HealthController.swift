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
      ControllerRoute(.get, "/livez", .open, .live, live),
      ControllerRoute(.get, "/readyz", .open, .ready, ready),
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
    let isForReads = try exchange.parameter("for", "`reads` or absent") { $0 == "reads" ? true : nil } ?? false
    guard !isDraining.load(ordering: .relaxed) else {
      throw Self.unready("draining", "The server is shutting down; use another server.")
    }
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

extension Operation {
  static let live = Operation(
    "live", "Check whether the process is running",
    answers: .json(200, .ref("Health"), "The process is running"))

  static let ready = Operation(
    "ready", "Check whether the server accepts requests",
    "Fails while changes cannot be stored, such as with a full disk; with `for=reads`, only while nothing can be read.",
    query: [
      .init("for", .oneOf(["reads"]), "What the server has to be ready for. Default: everything", example: "reads")
    ],
    answers: .json(200, .ref("Health"), "The server is ready"),
    problems: ["bad-parameter", "draining", "storage-unavailable"])
}
