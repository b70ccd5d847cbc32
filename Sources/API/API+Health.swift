extension API {
  /// The process runs and answers.
  func live(_ exchange: Exchange) {
    exchange.send(json: Array(#"{"status":"alive"}"#.utf8))
  }

  /// The server takes requests: not while it drains.
  func ready(_ exchange: Exchange) {
    guard isTakingRequests else {
      var problem = Problem(503, "draining", "The server is shutting down; ask another one.")
      problem.retryAfter = 1
      return exchange.send(problem)
    }
    exchange.send(json: Array(#"{"status":"ready"}"#.utf8))
  }
}
