import JSON
import Navigation

extension DefinitionReader {
  /// Reads what clients may set in a session.
  mutating func clients(_ node: JSONNode, _ data: JSONObject) -> ClientRights {
    var rights = ClientRights()
    guard isObject(node, "`clients`", members: ["data", "navigation", "setState"]) else { return rights }
    if let members = node["data"].flatMap({ self.members($0, of: data) }) { rights.data = members }
    if let navigation = node["navigation"].flatMap({ boolean($0, "`navigation`") }) { rights.navigation = navigation }
    if let setState = node["setState"].flatMap({ boolean($0, "`setState`") }) { rights.setsState = setState }
    return rights
  }

  private mutating func members(_ node: JSONNode, of data: JSONObject) -> ClientRights.Members? {
    if node.value == true { return .all }
    guard case .array = node.value else {
      return fault(
        "`data` must be a list of members of the app's data, or true for all; it is \(node.value.excerpt).",
        at: node.place)
    }
    let names = names(node.elements, "`data`") { reader, element in
      guard let name = reader.string(element, "A member in `data`") else { return nil }
      if data[name] != nil { return name }
      let known = reader.alternatives(to: name, among: data.names)
      return reader.fault("The app's `data` has no member \(Suggestions.quoted(name)); \(known)", at: element.place)
    }
    return .named(names)
  }

  /// Reads whether a route keeps clients from setting the state of its screens.
  mutating func closesState(_ node: JSONNode) -> Bool {
    guard isObject(node, "`clients` of a route", members: ["setState"]) else { return false }
    guard let member = required("setState", of: node, "false, so that clients cannot set the state of its screens.")
    else { return false }
    if member.value == false { return true }
    report("`setState` of a route must be false, or omitted; it is \(member.value.excerpt).", at: member.place)
    return false
  }
}
