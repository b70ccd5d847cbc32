import JSON
import Navigation

/// The ids of screens that a prediction makes, until the server's are known.
///
/// They have the form of the server's ids, `a` and a number, with numbers that the server does not reach, so that they
/// are told apart from those of other devices' screens. Each request has a range of its own: its screens keep their ids
/// when the prediction is made again.
struct ProvisionalIDs {
  /// The numbers of the ids of a request are between these two.
  let base, end: Int

  init(of request: QueuedRequest) {
    // In Swift, `<<` binds more tightly than `+`.
    base = Self.first + request.number << Self.bits
    end = base + 1 << Self.bits
  }

  /// Beyond the greatest number of an id that the server accepts, 10¹².
  private static let first = 1 << 40
  private static let bits = 16

  static func contains(_ id: String) -> Bool {
    id.hasPrefix("a") && Int(id.dropFirst()).map { $0 > first } ?? false
  }

  /// The server's ids by provisional ones, for two lists in the same order; none if the lists do not correspond.
  static func replacements(for provisional: [String], by final: [String]) -> [String: String] {
    guard provisional.count == final.count else { return [:] }
    return Dictionary(zip(provisional, final).filter { contains($0.0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The ids of a container and of all that is in it.
  static func all(in container: Container) -> [String] {
    let screens = container.screens + container.presented.map(\.screen)
    return [container.id] + screens.flatMap { [$0.id] + ($0.content.map(all) ?? []) }
  }

  /// The ids of the screens and containers that a plan makes, in order.
  ///
  /// - Parameter plan: A plan as in receipts.
  static func made(by plan: JSONValue) -> [String] {
    var ids: [String] = []
    for step in plan.arrayValue ?? [] {
      if let screen = step["screen"] { collect(in: screen, &ids) }
      if let container = step["with"] { collect(in: container, &ids) }
    }
    return ids
  }

  private static func collect(in part: JSONValue, _ ids: inout [String]) {
    if let id = part["id"]?.stringValue { ids.append(id) }
    if let content = part["content"] { collect(in: content, &ids) }
    for screen in part["screens"]?.arrayValue ?? [] { collect(in: screen, &ids) }
    for presented in part["presented"]?.arrayValue ?? [] { collect(in: presented["screen"] ?? .null, &ids) }
  }
}

extension JSONValue {
  /// The value with some of its strings replaced.
  func replacing(_ replacements: [String: String]) -> JSONValue {
    switch self {
    case .string(let text): replacements[text].map(JSONValue.string) ?? self
    case .array(let elements): .array(elements.map { $0.replacing(replacements) })
    case .object(let members): .object(members.replacing(replacements))
    default: self
    }
  }
}

extension JSONObject {
  /// The object with some of the strings in it replaced.
  func replacing(_ replacements: [String: String]) -> JSONObject {
    guard !replacements.isEmpty else { return self }
    return JSONObject(map { ($0.name, $0.value.replacing(replacements)) })
  }
}
