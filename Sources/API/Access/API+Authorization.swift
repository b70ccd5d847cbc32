import Digest
import HTTP
import Sessions

extension API {
  /// Identifies the caller of a request. Consumes a ticket; checks no token other than the admin's.
  func caller(of request: Request, _ endpoint: Endpoint, _ parameters: Parameters) -> Caller {
    if endpoint.access == .listening, request.query != nil, let ticket = ticketHolder(request, parameters) {
      return ticket
    }
    guard configuration.requiresToken, endpoint.access != .everybody else { return .anyone }
    guard let token = request.bearerToken else { return .nobody }
    let hash = SHA256.hash(Array(token))
    if let admin = configuration.adminTokenHash, SHA256.isSame(hash, admin) { return .admin }
    return .token(hash)
  }

  /// Whether the request may continue now. False when the session's token has to be looked up first: that lookup then
  /// continues or refuses the request.
  func isAllowed(_ exchange: Exchange, _ endpoint: Endpoint) throws(Problem) -> Bool {
    switch exchange.caller {
    case .anyone, .admin: return true
    case .nobody: throw .noToken
    case .badTicket: throw .badTicket
    case .token(let hash):
      switch endpoint.access {
      case .everybody: return true
      case .session:
        lookUp(hash, exchange, endpoint)
        return false
      // The session checks the token when a listener arrives and for as long as it stays. While memory is full, no
      // session is loaded for that.
      case .listening where !registry.isFull: return true
      case .listening:
        lookUp(hash, exchange, endpoint)
        return false
      case .creation:
        guard appKeys.app(of: hash) != nil else { throw .notAllowed }
        return true
      case .app:
        guard appKeys.app(of: hash) == exchange.appName else { throw .notAllowed }
        return true
      case .admin: throw .notAllowed
      }
    }
  }

  /// Continues if the token is the session's own. A foreign session gets the same answer as one that does not exist.
  private func lookUp(_ hash: [UInt8], _ exchange: Exchange, _ endpoint: Endpoint) {
    do throws(Problem) {
      registry.tokenHash(of: try exchange.session()) { [self] result in
        do throws(Problem) {
          switch result {
          case .success(let expected?) where SHA256.isSame(hash, expected): try run(endpoint, exchange)
          case .success: throw .noSession(exchange.sessionText)
          case .failure(let failure): throw Problem(failure)
          }
        } catch {
          exchange.send(error)
        }
      }
    } catch {
      exchange.send(error)
    }
  }

  /// Whether the request has the admin's token, even where no token is required.
  func isAdmin(_ exchange: Exchange) -> Bool {
    switch exchange.caller {
    case .admin: return true
    case .anyone:
      guard let admin = configuration.adminTokenHash, let token = exchange.request.bearerToken else { return false }
      return SHA256.isSame(SHA256.hash(Array(token)), admin)
    case .nobody, .token, .badTicket: return false
    }
  }

  /// Refuses an app key that belongs to another app.
  func checkMayCreate(sessionsOf app: String, _ exchange: Exchange) throws(Problem) {
    guard let key = exchange.caller.token else { return }
    guard appKeys.app(of: key) == app else { throw .notAllowed }
  }
}

extension Problem {
  fileprivate static let noToken = Problem(
    401, "no-token", "A token is needed here: send `Authorization: Bearer …`.")

  fileprivate static let notAllowed = Problem(
    403, "not-allowed", "This token does not allow that; the admin's does.")
}

extension Request {
  /// The token of `Authorization: Bearer …` (RFC 6750 §2.1).
  var bearerToken: ArraySlice<UInt8>? {
    guard let value = value(of: "authorization"), value.count > 7,
      value.prefix(7).elementsEqual("bearer ".utf8, by: { $0 | 0x20 == $1 | 0x20 })
    else { return nil }
    return value.dropFirst(7)
  }
}
