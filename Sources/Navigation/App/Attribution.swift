import JSON
import Synchronization

/// The credential that authorised a request, as it was then. Its names outlive it.
///
/// A class, since changes, events and sessions refer to it and nearly all have none or share one.
package final class Attribution: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// The token of the session's creation.
    case session
    /// Another token of the session.
    case token
    /// A token of an issuer.
    case jwt
    /// A key of the app, which creates sessions.
    case key
    /// The admin token, which has no id, or that of an operator.
    case `operator`
  }

  package let kind: Kind
  package let id: String?
  package let name: String?
  package let role: TokenRole?
  /// The `sub` and the `iss` of a JWT.
  package let subject: String?
  package let issuer: String?
  /// The members that there are, in a fixed order.
  package let json: JSONValue
  /// The stored number; 0: not computed yet.
  private let storedNumber = Atomic<Int64>(0)

  package init(
    _ kind: Kind, id: String? = nil, name: String? = nil, role: TokenRole? = nil, subject: String? = nil,
    issuer: String? = nil
  ) {
    self.kind = kind
    self.id = id
    self.name = name
    self.role = role
    self.subject = subject
    self.issuer = issuer
    let members = [
      ("kind", kind.rawValue), ("id", id), ("name", name), ("role", role?.rawValue), ("subject", subject),
      ("issuer", issuer),
    ]
    json = .object(JSONObject(members.compactMap { name, value in value.map { (name, .string($0)) } }))
  }

  /// The admin token.
  package static let admin = Attribution(.operator, name: "admin")

  /// The token of a session's creation.
  package static func session(_ role: TokenRole) -> Attribution {
    switch role {
    case .watch: watching
    case .act: acting
    case .lead: leading
    case .backend: serving
    }
  }

  private static let watching = Attribution(.session, role: .watch)
  private static let acting = Attribution(.session, role: .act)
  private static let leading = Attribution(.session, role: .lead)
  private static let serving = Attribution(.session, role: .backend)

  /// Reads the JSON of an attribution; nil when it is not one.
  package convenience init?(_ json: JSONValue) {
    func text(_ name: String) -> String? { json[name]?.stringValue }
    guard let kind = text("kind").flatMap(Kind.init) else { return nil }
    self.init(
      kind, id: text("id"), name: text("name"), role: text("role").flatMap(TokenRole.init), subject: text("subject"),
      issuer: text("issuer"))
    // An unknown role, or a member that is no text, is not an attribution of this version.
    guard self.json == json else { return nil }
  }

  /// The number that stands for it in stored changes, which is computed once.
  package func number(_ compute: () -> Int64) -> Int64 {
    let known = storedNumber.load(ordering: .relaxed)
    guard known == 0 else { return known }
    let number = compute()
    storedNumber.store(number, ordering: .relaxed)
    return number
  }

  /// Whether this is the id, the name or the subject.
  package func isNamed(_ text: String) -> Bool {
    [id, name, subject].contains { $0?.isIdentical(to: text) == true }
  }
}

extension Attribution: Equatable {
  package static func == (one: Attribution, other: Attribution) -> Bool { one === other || one.json == other.json }
}
