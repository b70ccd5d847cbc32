import CEL
import JSON
import Navigation

/// A reader of app definitions that continues after a fault to find the others.
///
/// A part that cannot be read counts as absent, so that one mistake is not reported twice.
struct DefinitionReader: FaultCollecting {
  let features: [String: Feature]
  /// Whether the definition was not accepted before. The limits of an earlier version of the server hold for one that was.
  let isNew: Bool
  /// Counts the compiled expressions.
  let meter: CompilationMeter
  /// The names of the app's routes, in order.
  var routeNames: [String] = []
  /// The names as a set; nil when `routes` cannot be read, so that names cannot be checked.
  var knownRoutes: Set<ExactString>?
  /// The routes with links, by the links' patterns.
  var links: [String: String] = [:]
  /// The initial screens of each container.
  var starts: [Start] = []
  /// The variables of expressions in parts of the app.
  var logicPlace: LogicPlace
  /// Whether a step begins sessions anew.
  var canRestart = false
  /// The names of the actions that the definition contains.
  var ownActions: Set<String> = []
  /// The names of timers and calls so far.
  private var effectNames: Set<String> = []
  /// The types of actions that steps can perform: those of navigation, then the app's own.
  var actionTypes: [String] { Self.generalTypes + ownActions.sorted() + featureActions }
  private static let generalTypes = NavigationAction.types + ["screen", "setState"]

  func isActionType(_ name: String) -> Bool {
    // Each step asks, so that the names of all own actions are not listed.
    let own = ownActions.firstIndex(of: name).map { ownActions[$0].isIdentical(to: name) } ?? false
    return own || (Self.generalTypes + featureActions).contains { $0.isIdentical(to: name) }
  }

  /// The names of the actions of compiled features.
  var featureActions: [String] { features.keys.sorted().flatMap { features[$0]?.actions ?? [] } }
  private(set) var faults: [DefinitionFault] = []
  private var omitted = 0

  /// The greatest number of described faults; further ones are only counted.
  private static let maximumFaults = 1_000
  /// The greatest number of faults with a suggested name. Finding one costs more than the rest.
  private static let maximumHints = 100

  init(features: [String: Feature], isNew: Bool) {
    self.features = features
    self.isNew = isNew
    meter = CompilationMeter(isLimited: isNew)
    logicPlace = LogicPlace(data: .map(.dynamic), meter)
  }

  mutating func read(_ json: JSONValue, named expected: String?) throws(DefinitionFaults) -> App {
    let app = app(JSONNode(json), named: expected)
    if omitted > 0 {
      faults.append(DefinitionFault(at: JSONPointer(), "There are \(omitted) more faults; correct these first."))
    }
    guard let app, faults.isEmpty else { throw DefinitionFaults(faults: faults) }
    return app
  }

  /// Reads a part that contains expressions and steps.
  mutating func readLogic<Value>(_ body: (inout LogicReader) -> Value) -> Value {
    var logic = LogicReader(reader: self)
    defer { self = logic.reader }
    return body(&logic)
  }

  package mutating func report(_ detail: String, at place: JSONPointer) {
    if isFull { return omitted += 1 }
    faults.append(DefinitionFault(at: place, detail))
  }

  private var isFull: Bool { faults.count >= Self.maximumFaults }

  /// The end of a message about an unknown name: the known names, and the one that was probably meant.
  func alternatives(to name: String, among known: [String], _ verb: String = "it has") -> String {
    if isFull { return "" }  // The message is not shown.
    if known.isEmpty { return "\(verb) none." }
    let nearest = faults.count < Self.maximumHints ? Suggestions.nearest(to: name, among: known) : nil
    let hint = nearest.map { "; did you mean \(Suggestions.quoted($0))?" }
    return "\(verb) \(Suggestions.list(known))" + (hint ?? ".")
  }
}

// Parts that occur in several places. Each function reports a fault and returns nil when the part has another shape.
extension DefinitionReader {
  /// Whether a part is an object. Its unknown members are reported.
  mutating func isObject(_ node: JSONNode, _ what: String, members known: [String]) -> Bool {
    guard let object = object(node, what) else { return false }
    for name in object.names where !known.contains(name) {
      report(
        "\(what) has no member \(Suggestions.quoted(name)); \(alternatives(to: name, among: known))",
        at: node.place.appending(name: name))
    }
    return true
  }

  /// Returns the members of an object whose names are names that the definition gives.
  mutating func named(_ what: String, in node: JSONNode) -> [(name: String, node: JSONNode)] {
    var names: Set<String> = []
    for (name, node) in node.members {
      check(name, names.insert(name).memberAfterInsert, what, at: node.place)
    }
    return node.members
  }

  /// Checks the name of a timer or call, which can stand in several steps.
  mutating func checkEffect(_ name: String, at place: JSONPointer) {
    check(name, effectNames.insert(name).memberAfterInsert, "timer or call", at: place)
  }

  /// Reports a name that differs only in Unicode normalization from another one: JSON has both, but they look the same, and a
  /// `String` is equal to both.
  private mutating func check(_ name: String, _ known: String, _ what: String, at place: JSONPointer) {
    guard isNew, !name.isIdentical(to: known) else { return }
    report("Another \(what) has a name that looks the same as \(Suggestions.quoted(name)).", at: place)
  }

  /// Returns a required member, or reports that it is missing.
  mutating func required(_ name: String, of node: JSONNode, _ remedy: String) -> JSONNode? {
    if let member = node[name] { return member }
    return fault("`\(name)` is missing: \(remedy)", at: node.place.appending(name: name))
  }

  /// Reads one of the words of an enumeration.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ node: JSONNode, _ what: String) -> Choice? {
    guard let word = string(node, what) else { return nil }
    if let choice = Choice(rawValue: word) { return choice }
    return fault(unknown(word, what, Choice.allCases.map(\.rawValue)), at: node.place)
  }

  /// The message for an unknown word.
  func unknown(_ word: String, _ what: String, _ known: [String]) -> String {
    "\(what) cannot be \(Suggestions.quoted(word)); " + alternatives(to: word, among: known, "it can be")
  }

  /// Reads the distinct names in a list.
  ///
  /// - Parameter read: Reads a name, or reports its fault and returns nil.
  mutating func names(
    _ elements: [JSONNode], _ what: String, _ read: (inout Self, JSONNode) -> String?
  ) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    for element in elements {
      guard let name = read(&self, element) else { continue }
      if seen.insert(name).inserted {
        names.append(name)
      } else {
        report("\(what) names \(Suggestions.quoted(name)) twice; once is enough.", at: element.place)
      }
    }
    return names
  }

  /// Reads a list of distinct routes of the app.
  mutating func routes(_ node: JSONNode, _ what: String) -> [String]? {
    list(node, what, "a list of routes").map { names($0, what) { $0.route($1, "A route in \(what)") } }
  }

  /// Reads the name of a route of the app.
  mutating func route(_ node: JSONNode, _ what: String) -> String? {
    guard let name = string(node, what) else { return nil }
    guard let knownRoutes, !knownRoutes.contains(ExactString(name)) else { return name }
    return fault(
      "The app has no route \(Suggestions.quoted(name)); \(alternatives(to: name, among: routeNames))", at: node.place)
  }
}
