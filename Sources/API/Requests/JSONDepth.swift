import JSON

/// How deep the JSON of a request may be.
struct JSONDepth: Sendable {
  /// Objects and arrays inside each other.
  var values = 64
  /// Containers of a tree inside each other.
  var containers = 20

  /// Each container of a `navigation` takes up to four levels: itself, `presented`, its entry and the screen.
  private var levelsOfContainers: Int { 4 * containers }

  /// Reads the body of a request. In a `navigation` the levels that containers take do not count, so that each tree can be
  /// given back in one request.
  func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes, maximumDepth: values)
    } catch {
      guard let deeper = deeperValue(bytes), deeper.depthBesideContainers <= values else { throw error }
      return deeper
    }
  }

  /// The value when it may be deeper; nil when it is no JSON, or too deep for that as well.
  private func deeperValue(_ bytes: [UInt8]) -> JSONValue? {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes, maximumDepth: values + levelsOfContainers)
    } catch {
      return nil
    }
  }
}

extension JSONValue {
  /// The depth of a request, without the containers of its `navigation` or of those of its `actions`.
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

  /// The depth of the deepest member of a screen in a container.
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
