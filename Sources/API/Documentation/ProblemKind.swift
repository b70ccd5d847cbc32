/// A kind of problem: what `/problems/{code}` explains.
struct ProblemKind: Sendable {
  let code: String
  /// The statuses that it is answered with.
  let statuses: [Int]
  /// What is wrong.
  let meaning: String
  /// What would work.
  let remedy: String

  init(_ code: String, _ statuses: Int..., meaning: String, remedy: String) {
    self.code = code
    self.statuses = statuses
    self.meaning = meaning
    self.remedy = remedy
  }

  /// `nothing-to-pop` reads "Nothing to pop".
  var title: String { Self.title(of: code) }

  static func title(of code: String) -> String {
    code.prefix(1).uppercased() + code.dropFirst().map { $0 == "-" ? " " : String($0) }.joined()
  }

  static let all = areas.flatMap(\.kinds)

  /// What can happen on every path.
  static let everywhere = request + [named("storage-unavailable")]

  private static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

  static subscript(code: String) -> ProblemKind? { byCode[code] }

  /// One of the table.
  static func named(_ code: String) -> ProblemKind {
    guard let kind = byCode[code] else { preconditionFailure("\(code) is in no area of the problems") }
    return kind
  }

  static func named(_ codes: String...) -> [ProblemKind] { codes.map { named($0) } }
}
