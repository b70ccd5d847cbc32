import JSON

/// A kind of problem, as explained by `/problems/{code}`.
struct ProblemKind: Sendable, ExpressibleByStringLiteral {
  let code: String
  /// The HTTP statuses with which it is sent.
  private(set) var statuses: [Int]
  /// The meaning of the error.
  let meaning: String
  /// The change that makes the request work.
  let remedy: String

  init(_ code: String, _ statuses: Int..., meaning: String, remedy: String) {
    (self.code, self.statuses, self.meaning, self.remedy) = (code, statuses, meaning, remedy)
  }

  /// A problem that passes by itself.
  static func passing(_ code: String, _ statuses: Int..., meaning: String) -> ProblemKind {
    var kind = ProblemKind(code, meaning: meaning, remedy: "Retry after the time in `Retry-After`.")
    kind.statuses = statuses
    return kind
  }

  /// `nothing-to-pop` becomes "Nothing to pop".
  var title: String { Self.title(of: code) }

  static func title(of code: String) -> String {
    code.prefix(1).uppercased() + code.dropFirst().map { $0 == "-" ? " " : String($0) }.joined()
  }

  static let all = areas.flatMap(\.kinds)

  /// The problems possible on every path.
  static let everywhere: [ProblemKind] = request + ["storage-unavailable"]

  private static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

  static subscript(code: String) -> ProblemKind? { byCode[code] }

  /// The kind with the given code, which has to be in the table.
  init(stringLiteral code: String) {
    guard let kind = Self[code] else { preconditionFailure("\(code) is in no area of the problems") }
    self = kind
  }

  /// The code of the same fault in the vocabulary that all bodies share: `unknown-member`, `missing-member` and
  /// `wrong-type`; nil for a code without such an alias.
  static func canonicalCode(of code: String) -> String? {
    switch code {
    case "unknown-field", "unknown-arg": "unknown-member"
    case "missing-field", "missing-arg": "missing-member"
    case "bad-field", "bad-arg", "bad-member": "wrong-type"
    default: nil
    }
  }

  /// The reasons for which what a request does in a session, or would do in a new one, is refused.
  static let reduction = action + logic + message

  /// The problems of creating a session, in addition to those of its app.
  static let creation: [ProblemKind] = [
    "bad-idempotency-key", "idempotency-key-in-progress", "idempotency-key-reused", "state-too-large",
    "outputs-too-large", "too-many-creations", "memory-full", "quarantined",
  ]

  /// The problems of reading an app.
  static let appReading: [ProblemKind] = ["no-such-app", "bad-parameter"]
}

extension ProblemKind {
  /// The response of `/problems/{code}`.
  var json: JSONObject {
    var json: JSONObject = [
      "code": .string(code), "title": .string(title), "statuses": .array(statuses.map { .integer(Int64($0)) }),
      "meaning": .string(meaning), "remedy": .string(remedy),
    ]
    if let canonical = Self.canonicalCode(of: code) { json["sameAs"] = .string(canonical) }
    return json
  }
}
