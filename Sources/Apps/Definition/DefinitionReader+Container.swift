import JSON
import Navigation

extension DefinitionReader {
  /// Reads what a container is to be.
  ///
  /// - Parameter holder: The route whose screens hold it; nil: the root.
  mutating func container(_ part: Part, heldBy holder: String? = nil) -> ContainerDefinition? {
    guard isObject(part, "A container", members: Self.members) else { return nil }
    let kind: Container.Kind? = required("kind", of: part, "what kind of container this is.").flatMap {
      choice($0, "The kind of a container")
    }
    if let kind { noteMembers(that: kind, hasNot: part) }
    let routes = part["routes"].flatMap { self.routes($0, "`routes`") }
    if let list = part["routes"], list.value.arrayValue?.isEmpty == true {
      note("A container takes at least one route; leave `routes` out to take all of the app's.", at: list.place)
    }
    guard let initial = initial(of: part, routes, heldBy: holder), let kind else { return nil }
    return ContainerDefinition(kind: kind, routes: routes, initial: initial)
  }

  /// Of all kinds.
  private static let members = ["kind", "routes", "initial", "backBehavior", "reselect", "open"]

  /// Notes members that only other kinds have.
  private mutating func noteMembers(that kind: Container.Kind, hasNot part: Part) {
    let missing: [(name: String, owners: String)]
    switch kind {
    case .stack: missing = [("backBehavior", "tabs and drawer"), ("reselect", "tabs"), ("open", "drawer")]
    }
    for (name, owners) in missing {
      guard let member = part[name] else { continue }
      note("A \(kind.rawValue) has no `\(name)`: that is for \(owners).", at: member.place)
    }
  }

  /// The route that the container starts with: the one it names, or else the first that it takes.
  private mutating func initial(of part: Part, _ routes: [String]?, heldBy holder: String?) -> String? {
    guard let member = part["initial"] else {
      guard let first = (part["routes"] == nil ? routeNames : routes)?.first else { return nil }
      starts.append(Start(initial: first, place: part.place, holder: holder))
      return first
    }
    guard let name = route(member, "`initial`") else { return nil }
    if let routes, !routes.contains(name) {
      note(
        "`initial` is \(Spelling.quoted(name)), which this container does not take; "
          + alternatives(to: name, among: routes, "it takes"), at: member.place)
      return nil
    }
    starts.append(Start(initial: name, place: member.place, holder: holder))
    return name
  }
}
