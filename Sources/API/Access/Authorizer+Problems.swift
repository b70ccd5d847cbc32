import Navigation
import Sessions

// The refusals of callers.
extension Authorizer {
  static let noToken = Problem(
    401, "no-token", "The request requires a token: send `Authorization: Bearer …`.")

  static let unknownToken = Problem(
    401, "unknown-token",
    "The token is none of this server: send `Authorization: Bearer …` with a session's token, an app's key, an operator's "
      + "token, a JWT or the admin's token.")

  static func roleTooLow(_ given: TokenRole, needed: TokenRole) -> Problem {
    let roles = TokenRole.allCases.filter { $0 >= needed }.map { "`\($0.rawValue)`" }
    return Problem(
      403, "not-allowed",
      "The token has the role `\(given.rawValue)`; the request requires \(roles.joined(separator: " or ")), or the admin's "
        + "token.")
  }

  static func list(_ scopes: OperatorScopes, _ separator: String) -> String {
    scopes.names.map { "`\($0)`" }.joined(separator: separator)
  }

  static func scopeMissing(_ holder: StoredOperator, _ scopes: OperatorScopes) -> Problem {
    Problem(
      403, "not-allowed",
      "The operator's token has the scopes \(list(holder.scopes, ", ")); the request requires \(list(scopes, " or ")), or the "
        + "admin's token.")
  }

  static func foreignApp(_ app: String) -> Problem {
    Problem(
      404, "no-such-app",
      "There is no app \"\(app.prefix(80))\" among those to which the operator's token is limited.")
  }

  /// Names the credentials that permit the request.
  static func notAllowed(_ endpoint: Endpoint) -> Problem {
    let key = endpoint.access == .creation || endpoint.access == .app ? "a key of the app, " : ""
    let scopes = endpoint.scopes.isEmpty ? "" : "an operator's token with \(list(endpoint.scopes, " or ")), or "
    return Problem(
      403, "not-allowed", "The token does not permit the request; use \(key)\(scopes)the admin's token.")
  }

  static let badTicket = Problem(
    401, "bad-ticket",
    "Ticket invalid, used or expired. It is valid once, for 30 s and for its own session; create another with "
      + "`POST …/tickets`.")

  static let undoOff = Problem(
    403, "undo-off",
    "History is disabled for clients of this server: no undo, redo, jump, amend, history, past outputs, revisions or "
      + "export. Use the admin's token.")
}
