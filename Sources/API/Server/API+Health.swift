extension API {
  /// `GET /livez`: reports that the process is running.
  func live(_ exchange: Exchange) {
    exchange.send(json: Array(#"{"status":"alive"}"#.utf8))
  }

  /// `GET /readyz`: fails while the server is draining or the database does not accept writes.
  func ready(_ exchange: Exchange) {
    guard isTakingRequests else {
      var problem = Problem(503, "draining", "The server is shutting down; ask another one.")
      problem.retryAfter = 1
      return exchange.send(problem)
    }
    readiness.check { failure in
      guard let failure else { return exchange.send(json: Array(#"{"status":"ready"}"#.utf8)) }
      var problem = Problem(
        503, "storage-unavailable", "The database takes no writes (\(failure.reason)). Reading goes on.")
      problem.retryAfter = 1
      exchange.send(problem)
    }
  }
}
