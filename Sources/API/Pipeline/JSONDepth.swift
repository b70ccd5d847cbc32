import JSON

/// The depth limits for the JSON of a request.
struct JSONDepth: Sendable {
  /// The maximum nesting depth of objects and arrays.
  var values = 64
  /// The maximum nesting depth of containers in a tree.
  var containers = 20

  /// Each container in a `navigation` uses up to four levels: itself, `presented`, its entry and the screen.
  private var levelsOfContainers: Int { 4 * containers }

  /// Parses the body of a request. The levels of containers in a `navigation` do not count, so that any tree fits into
  /// one request.
  func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes, maximumDepth: values)
    } catch {
      // Only a body that is refused is parsed a second time, and the depth is limited then, too.
      guard let deeper = deeperValue(bytes), deeper.depthBesideContainers <= values else { throw error }
      return deeper
    }
  }

  /// The value parsed with extra levels for containers; nil if it is not JSON or still too deep.
  private func deeperValue(_ bytes: [UInt8]) -> JSONValue? {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes, maximumDepth: values + levelsOfContainers)
    } catch {
      return nil
    }
  }
}

extension JSONValue {
  /// The depth of a request, excluding the containers of its `navigation` and of its actions' `navigation`.
  fileprivate var depthBesideContainers: Int {
    guard case .object(let members) = self else { return depth }
    return 1
      + members.deepest { name, value in
        switch name {
        case "navigation": value.depthOfScreens
        case "actions": 1 + (value.arrayValue ?? []).reduce(0) { max($0, $1.depthBesideContainers) }
        default: value.depth
        }
      }
  }

  /// The depth of the deepest screen member in a container.
  private var depthOfScreens: Int {
    guard case .object(let members) = self else { return depth }
    return members.deepest { name, value in
      switch name {
      case "screens", "presented": (value.arrayValue ?? []).reduce(0) { max($0, $1.depthOfScreens) }
      case "screen", "content": value.depthOfScreens
      default: value.depth
      }
    }
  }

  private var depth: Int {
    switch self {
    case .array(let values): 1 + values.reduce(0) { max($0, $1.depth) }
    case .object(let members): 1 + members.deepest { $1.depth }
    default: 0
    }
  }
}

extension JSONObject {
  fileprivate func deepest(_ depth: (_ name: String, _ value: JSONValue) -> Int) -> Int {
    reduce(0) { Swift.max($0, depth($1.name, $1.value)) }
  }
}
