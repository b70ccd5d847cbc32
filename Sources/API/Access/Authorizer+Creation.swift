import Sessions

// The right to create sessions.
extension Authorizer {
  /// Refuses an app key that belongs to another app, and an operator of others.
  func checkMayCreate(sessionsOf app: String, _ exchange: Exchange) throws(Problem) {
    try exchange.caller.checkMayUse(app, "`app` has to be one of them")
    guard let key = exchange.caller.sessionToken else { return }
    guard appKeys.app(of: key) == app else { throw Self.notAllowed(exchange.endpoint) }
  }

  /// Checks the right to create a session with the key in the path. Others get the answer to a foreign session.
  func checkMayCreateByKey(_ exchange: Exchange) throws(Problem) {
    switch exchange.caller {
    case .admin, .unrestricted, .jwt: break
    case .operator(let holder):
      guard holder.mayUse(exchange.appName) else { throw exchange.noSession }
    case .token(let hash):
      guard let key = appKeys.key(of: hash), key.app == exchange.appName else {
        throw refusal(of: hash, or: exchange.noSession)
      }
      exchange.attribution = key.attribution
    case .unauthenticated, .badTicket, .unverified: throw Self.noToken
    }
  }

  /// Finds out whether the caller, who may create the session with the key in the path, has a right to one that was created
  /// meanwhile.
  func admit(_ exchange: Exchange, to id: SessionID) async throws(Problem) {
    exchange.setSession(id)
    if case .token = exchange.caller { exchange.refusalToAct = exchange.noSession }
    guard let jwt = exchange.caller.jwt else { return }
    try accept(try await token(of: jwt, for: id), of: jwt, for: exchange.endpoint.role, exchange)
  }
}
