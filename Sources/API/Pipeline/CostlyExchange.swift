import Sessions

/// A request that waits for a turn before it is handled: one with a long body, whose JSON has to be parsed, one that
/// compiles or describes an app, or one behind a costly request to its session.
struct CostlyExchange {
  private let exchange: Exchange

  /// The bytes of a body that are parsed at once: in half a millisecond, whatever they are.
  private static let longestBody = 64 << 10

  /// Whether a request may have to wait; most do not.
  @inline(__always)
  static func mayBe(_ exchange: Exchange, in registry: SessionRegistry) -> Bool {
    exchange.endpoint.isCostly || exchange.request.body.count > longestBody || registry.holdsSessions
  }

  /// - Returns: nil: the request is handled at once.
  init?(_ exchange: Exchange, in registry: SessionRegistry) throws(Problem) {
    let endpoint = exchange.endpoint
    if !endpoint.isCostly, exchange.request.body.count <= Self.longestBody {
      // What follows a costly change of a session keeps its order (docs/decisions/0091).
      guard endpoint.isOfSession, let id = exchange.sessionID, registry.isHeld(id) else { return nil }
    }
    self.exchange = exchange
  }

  /// Handles the request when it is its turn.
  ///
  /// - Parameter definitions: The queue for definitions of apps, of which one may take seconds.
  /// - Returns: false when it has to be handled at once.
  func wait(
    in registry: SessionRegistry, _ definitions: TurnQueue?, _ handle: @escaping @Sendable () -> Void
  ) throws(Problem) -> Bool {
    guard let turns = registry.turns, let definitions else { return false }
    let endpoint = exchange.endpoint
    let id = endpoint.isOfSession ? exchange.sessionID : nil
    let app = exchange.parameters["app", exchange.request] ?? id.flatMap(registry.appName) ?? ""
    let isTaken =
      if endpoint.isCostly {
        definitions.add(
          handle, to: exchange.request.method == .get ? .descriptions(app: app) : .definitions(app: app), of: app)
      } else {
        turns.add(handle, to: id.map { .changes($0) } ?? .client(exchange.peer?.description ?? ""), of: app)
      }
    guard isTaken else { throw .turnsBusy }
    return true
  }
}
