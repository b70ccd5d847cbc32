import JSON
import Navigation

/// Reads a definition part by part, and goes on after a fault to find the others.
///
/// What cannot be read is taken for absent, so that one mistake is not reported twice.
struct DefinitionReader {
  let features: [String: Feature]
  /// Whether links that take too long to match are faults.
  let limitsLinks: Bool
  /// The names of the app's routes, in order.
  var routeNames: [String] = []
  /// The same, to look them up; nil when `routes` cannot be read and nothing can be said about a name.
  var knownRoutes: Set<String>?
  /// The routes that have links, by the links' patterns.
  var links: [String: String] = [:]
  /// What each container starts with.
  var starts: [Start] = []
  private(set) var faults: [DefinitionFault] = []
  private var omitted = 0

  /// So many faults are described; more are only counted.
  private static let maximumFaults = 1_000
  /// Up to so many faults the name that was probably meant is looked for, which costs more than the rest.
  private static let maximumHints = 100

  init(features: [String: Feature], limitsLinks: Bool) {
    self.features = features
    self.limitsLinks = limitsLinks
  }

  mutating func read(_ json: JSONValue, named expected: String?) throws(DefinitionFaults) -> App {
    let app = app(JSONNode(json), named: expected)
    if omitted > 0 {
      faults.append(DefinitionFault(at: JSONPointer(), "There are \(omitted) more faults; put these right first."))
    }
    guard let app, faults.isEmpty else { throw DefinitionFaults(faults: faults) }
    return app
  }

  mutating func note(_ detail: String, at place: JSONPointer) {
    if isFull {
      omitted += 1
    } else {
      faults.append(DefinitionFault(at: place, detail))
    }
  }

  private var isFull: Bool { faults.count >= Self.maximumFaults }

  /// How a message about an unknown name ends: which there are, and which one was probably meant.
  func alternatives(to name: String, among known: [String], _ verb: String = "it has") -> String {
    if isFull { return "" }  // Nobody will read it.
    if known.isEmpty { return "\(verb) none." }
    let nearest = faults.count < Self.maximumHints ? Suggestions.nearest(to: name, among: known) : nil
    let hint = nearest.map { "; did you mean \(Suggestions.quoted($0))?" }
    return "\(verb) \(Suggestions.list(known))" + (hint ?? ".")
  }
}

// What most parts need. Each notes a fault and returns nil when the part is of another shape.
extension DefinitionReader {
  /// Whether a part is an object; members of it that are not known are noted.
  mutating func isObject(_ node: JSONNode, _ what: String, members known: [String]) -> Bool {
    guard let object = object(node, what) else { return false }
    for name in object.names where !known.contains(name) {
      note(
        "\(what) has no member \(Suggestions.quoted(name)); \(alternatives(to: name, among: known))",
        at: node.place.appending(name: name))
    }
    return true
  }

  /// A member that has to be there.
  mutating func required(_ name: String, of node: JSONNode, _ remedy: String) -> JSONNode? {
    if let member = node[name] { return member }
    note("`\(name)` is missing: \(remedy)", at: node.place.appending(name: name))
    return nil
  }

  mutating func object(_ node: JSONNode, _ what: String) -> JSONObject? {
    guard case .object(let object) = node.value else {
      note("\(what) is an object; this is \(node.value.kind).", at: node.place)
      return nil
    }
    return object
  }

  mutating func string(_ node: JSONNode, _ what: String) -> String? {
    guard case .string(let string) = node.value else {
      note("\(what) is a string; this is \(node.value.kind).", at: node.place)
      return nil
    }
    return string
  }

  mutating func boolean(_ node: JSONNode, _ what: String) -> Bool? {
    guard case .bool(let bool) = node.value else {
      note("\(what) is true or false; this is \(node.value.kind).", at: node.place)
      return nil
    }
    return bool
  }

  /// One of the words that an enumeration knows.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ node: JSONNode, _ what: String) -> Choice? {
    guard let word = string(node, what) else { return nil }
    if let choice = Choice(rawValue: word) { return choice }
    note(unknown(word, what, Choice.allCases.map(\.rawValue)), at: node.place)
    return nil
  }

  /// What to say of a word that is none of those that are known.
  func unknown(_ word: String, _ what: String, _ known: [String]) -> String {
    "\(what) cannot be \(Suggestions.quoted(word)); " + alternatives(to: word, among: known, "this version knows")
  }

  /// A list of routes of the app, each once.
  mutating func routes(_ node: JSONNode, _ what: String) -> [String]? {
    guard case .array = node.value else {
      note("\(what) is a list of routes; this is \(node.value.kind).", at: node.place)
      return nil
    }
    var names: [String] = []
    var seen: Set<String> = []
    for element in node.elements {
      guard let name = route(element, "A route in \(what)") else { continue }
      if seen.insert(name).inserted {
        names.append(name)
      } else {
        note("\(what) names \(Suggestions.quoted(name)) twice; once is enough.", at: element.place)
      }
    }
    return names
  }

  /// The name of a route of the app.
  mutating func route(_ node: JSONNode, _ what: String) -> String? {
    guard let name = string(node, what) else { return nil }
    guard let knownRoutes, !knownRoutes.contains(name) else { return name }
    note(
      "The app has no route \(Suggestions.quoted(name)); \(alternatives(to: name, among: routeNames))", at: node.place)
    return nil
  }
}
