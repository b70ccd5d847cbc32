import Support
import Sessions

/// A code of eight characters, which a person can type, and which is traded once for a token.
enum HandoffCode {
  /// Without 0, 1, I and O, which look like others.
  private static let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")

  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    // 2^40 codes: within the limits of guesses, one of 100 valid codes is found with a probability of about 10⁻⁶
    // (docs/decisions/0043).
    return String((0..<8).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
  }

  /// The code in a text as a person may type it: in lower case, with spaces or hyphens; nil when it cannot be a code.
  static func normalized(_ text: String) -> String? {
    guard text.utf8.count <= 64 else { return nil }
    let code = text.uppercased().filter { $0 != " " && $0 != "-" }
    return code.count == 8 && code.allSatisfy(alphabet.contains) ? code : nil
  }
}

/// Trades handoff codes for tokens.
struct HandoffController: Controller {
  let registry: SessionRegistry
  let authorizer: Authorizer
  let limiter: HandoffLimiter

  var routes: [ControllerRoute] {
    [ControllerRoute(.post, "/v1/handoffs", .open, .tradeHandoff, trade)]
  }

  /// `POST /v1/handoffs`: `{"code"}`. The answer to a wrong code does not depend on the reason.
  private func trade(_ exchange: Exchange) async throws(Problem) {
    let body = try exchange.object(["code"])
    guard let value = body["code"] else {
      throw .fault("missing-member", "`code` is required: a string, the code of 8 characters.", at: "code")
    }
    guard let text = value.stringValue else {
      throw .fault("bad-member", "`code` must be a string, the code of 8 characters; it is \(value.kind).", at: "code")
    }
    // A backend with the admin token trades the codes of all its users from its own address, unless it names theirs.
    let isCounted = !authorizer.isAdmin(exchange) || limiter.isForwarded(exchange)
    // Before the text is examined, so that one which cannot be a code counts as well.
    if isCounted { try limiter.begin(exchange) }
    guard let code = HandoffCode.normalized(text) else { return exchange.send(failed: .refused(.noSuchCode)) }
    let token = Token()
    // One write under the lock of the session replaces the code, so of two trades one succeeds (docs/decisions/0043).
    let (outcome, traded) = await registry.trade(
      code: SHA256.hash(Array(code.utf8)), for: SHA256.hash(token.bytes))
    guard case .tokenChanged = outcome, let (id, granted) = traded else {
      return refuse(outcome, exchange, isCounted: isCounted)
    }
    if isCounted { limiter.refund(exchange) }
    exchange.send(
      json: [
        "session": .string(id.text), "url": .string("/v1/sessions/\(id.text)"), "token": .string(token.text),
        "id": .string(granted.id), "role": .string(granted.role.rawValue),
        "expiresAt": .timestamp(granted.expiresAt),
      ], status: 201)
  }

  private func refuse(_ outcome: Outcome, _ exchange: Exchange, isCounted: Bool) {
    switch outcome {
    // A session that was deleted meanwhile is not told either.
    case .refused, .notFound: exchange.send(failed: .refused(.noSuchCode))
    default:
      if isCounted { limiter.refund(exchange) }
      exchange.send(failed: outcome)
    }
  }
}

extension Operation {
  static let tradeHandoff = Operation(
    "tradeHandoff", "Trade a handoff code for a token",
    "A code of `POST S/tokens` with `once` is valid once, for 10 minutes. After five wrong codes an address has to wait "
      + "for a minute.",
    body: Operation.Body(.request(["code": .string]), example: ["code": "K7MQ2XRT"]),
    answers: .json(201, .ref("Handoff"), "The session and a token, which is not shown again"),
    problems: ["missing-member", "bad-member", "no-such-code", "too-many-codes"])
}
