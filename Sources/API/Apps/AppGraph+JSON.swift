import JSON
import Navigation

extension AppGraph {
  /// The graph in the format of the API.
  func json(of app: App) -> JSONObject {
    [
      "app": .string(app.name), "version": .integer(Int64(app.version)),
      "containers": .array(containers.map(\.json)), "screens": .array(screens.map(\.json)),
      "ways": .array(edges.map(\.json)),
    ]
  }
}

extension AppGraph.Container {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "kind": .string(kind.rawValue), "screen": .optional(holder),
      "routes": .array(routes.map(JSONValue.string)), "initial": .string(initial),
    ]
  }
}

extension AppGraph.Screen {
  fileprivate var json: JSONValue {
    [
      "route": .string(route.name), "path": route.path.map { .string($0.text) } ?? .null,
      "params": .array((route.params ?? []).map { .string($0.name) }),
      "containers": .array(containers.map(JSONValue.string)), "content": .optional(content),
      "presentation": presentation.map { .string($0.rawValue) } ?? .null, "reachable": .bool(isReachable),
      "initial": .bool(isInitial),
    ]
  }

  /// The style in which the screen is presented; nil if it is not presented.
  fileprivate var presentation: Presented.Style? {
    if case .present(let style) = route.presentation { style } else { nil }
  }
}

extension AppGraph.Edge {
  fileprivate var json: JSONValue {
    [
      "from": .optional(from), "to": .string(to), "by": .string(means.rawValue),
      "name": .optional(name),
      "container": .optional(container), "conditions": .array(conditions.map(JSONValue.string)),
    ]
  }
}
