import Digest
import HTTP
import Sessions

extension API {
  /// Whether the request may go on now. It is false when the session's token has to be looked up first: the request
  /// then goes on, or is refused, by itself.
  func isAllowed(_ exchange: Exchange, _ endpoint: Endpoint) throws(Problem) -> Bool {
    guard configuration.requiresToken, endpoint.access != .everybody else { return true }
    guard let token = exchange.request.bearerToken else {
      throw Problem(401, "no-token", "A token is needed here: send `Authorization: Bearer …`.")
    }
    let hash = SHA256.hash(Array(token))
    if let admin = configuration.adminTokenHash, SHA256.isSame(hash, admin) { return true }
    guard endpoint.access == .session else {
      throw Problem(403, "not-allowed", "This token does not allow that; the admin's does.")
    }
    // A foreign session is answered like one that is not there.
    registry.tokenHash(of: try exchange.session()) { [self] result in
      do throws(Problem) {
        switch result {
        case .success(let expected?) where SHA256.isSame(hash, expected): try endpoint.run(self, exchange)
        case .success: throw .noSession(exchange.sessionText)
        case .failure(let failure): throw Problem(failure)
        }
      } catch {
        exchange.send(error)
      }
    }
    return false
  }
}

extension Request {
  /// The token of `Authorization: Bearer …` (RFC 6750 §2.1).
  fileprivate var bearerToken: ArraySlice<UInt8>? {
    guard let value = value(of: "authorization"), value.count > 7,
      value.prefix(7).elementsEqual("bearer ".utf8, by: { $0 | 0x20 == $1 | 0x20 })
    else { return nil }
    return value.dropFirst(7)
  }
}
