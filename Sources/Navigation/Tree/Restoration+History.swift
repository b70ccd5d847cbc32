import JSON

extension Restoration {
  /// Reads the history of selections, for the behaviours that do not compute it.
  mutating func history(
    _ given: JSONObject, of screens: [JSONValue], _ definition: ContainerDefinition, _ place: JSONPointer
  ) -> [Visit] {
    guard definition.keepsHistory, let json = given["history"] else { return [] }
    guard case .array(let list) = json else {
      report("`history` must be a list of screen ids; it is \(json.kind).", place, "history")
      return []
    }
    let ids = list.compactMap(\.stringValue)
    let routes = Dictionary(
      screens.compactMap { screen in screen["id"]?.stringValue.map { ($0, screen["route"]?.stringValue ?? "") } },
      uniquingKeysWith: { first, _ in first })
    guard ids.count == list.count, ids.allSatisfy({ routes[$0] != nil }) else {
      report("`history` must hold ids of this container's screens; it is \(json.text.prefix(100)).", place, "history")
      return []
    }
    guard definition.keepsParams, let json = given["historyParams"] else { return ids.map { Visit($0) } }
    return visits(ids, routes: ids.map { routes[$0] ?? "" }, params: json, place)
  }

  private mutating func visits(
    _ ids: [Screen.ID], routes: [String], params json: JSONValue, _ place: JSONPointer
  ) -> [Visit] {
    guard case .array(let list) = json, list.count == ids.count else {
      report("`historyParams` is a list as long as `history`, of params or null.", place, "historyParams")
      return []
    }
    return ids.indices.map { index in
      let place = place.appending(name: "historyParams").appending(index: index)
      return Visit(ids[index], params: params(list[index], ofVisitTo: routes[index], place))
    }
  }

  /// The params that a screen had before; nil: `null`, or a fault.
  mutating func params(_ json: JSONValue, ofVisitTo name: String, _ place: JSONPointer) -> JSONObject? {
    if json.isNull { return nil }
    guard case .object(let given) = json else {
      faults.append(Fault(at: place, "The params of a visit must be an object, or null; it is \(json.kind)."))
      return nil
    }
    guard let route = app.routes[name] else { return nil }
    do throws(ActionError) {
      return try route.fullParams(given)
    } catch {
      // A fault of params points to a member `params`; here the place itself holds the params.
      faults += error.faults.map { Fault(at: place, $0.detail) }
      return nil
    }
  }
}
