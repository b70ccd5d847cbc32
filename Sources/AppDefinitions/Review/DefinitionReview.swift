import JSON
import Navigation

/// A search for the parts of a valid definition that have no effect, or whose actions are always refused.
///
/// A definition with such parts is accepted: the parts may be unfinished.
struct DefinitionReview {
  let app: App
  let definition: JSONNode
  let parts: DefinitionParts
  private(set) var warnings: [DefinitionFault] = []
  private var hints = 0
  /// All actions that the definition contains.
  let actionsByName: [String: [LogicAction]]

  init(of definition: AppDefinition) {
    app = definition.app
    self.definition = JSONNode(definition.json)
    parts = DefinitionParts(of: self.definition, definition.app)
    actionsByName = Dictionary(grouping: app.logicActions, by: \.type)
  }

  mutating func run() {
    reviewConditions()
    reviewClients()
    reviewAccess()
    reviewGuards()
    reviewData()
    reviewActions()
    reviewTimers()
    reviewRoutes()
    reviewLinks()
  }

  mutating func warn(_ detail: String, at place: JSONPointer) {
    if warnings.count < Self.maximumWarnings { warnings.append(DefinitionFault(at: place, detail)) }
  }

  /// The question for the name that was probably meant; empty without a similar one.
  mutating func hint(_ name: String, among known: [String]) -> String {
    hints += 1
    guard hints <= Self.maximumHints, let meant = Suggestions.nearest(to: name, among: known) else { return "" }
    return " Did you mean \(Suggestions.quoted(meant))?"
  }

  private static let maximumWarnings = 1_000
  /// The greatest number of suggested names. Finding one costs more than the rest.
  private static let maximumHints = 100

  /// The place of a member of a route.
  func place(of route: String, _ member: String? = nil) -> JSONPointer {
    let place = JSONPointer().appending(name: "routes").appending(name: route)
    return member.map { place.appending(name: $0) } ?? place
  }
}

extension App {
  /// The actions of the app and of its routes.
  fileprivate var logicActions: [LogicAction] {
    ([logic?.actions] + routes.values.map { $0.logic?.actions }).compactMap { $0 }.flatMap(\.values)
  }
}

extension AppDefinition {
  /// The parts of the definition that have no effect, or whose actions are always refused: unreachable screens, guards
  /// that never hold, links that never match, and the like.
  ///
  /// A server accepts such a definition. Computed anew at each use.
  public var warnings: [DefinitionFault] {
    var review = DefinitionReview(of: self)
    review.run()
    return review.warnings
  }
}
