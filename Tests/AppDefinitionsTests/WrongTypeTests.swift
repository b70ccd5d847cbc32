import AppDefinitions
import ExampleApps
import JSON
import Testing

@Suite("Values of a wrong type in a definition")
struct WrongTypeTests {
  /// A valid definition with every member.
  private static let definition = #"""
    {
      "app": "a", "version": 3, "data": {},
      "root": {"kind": "tabs", "routes": ["flow", "menu"], "initial": "flow", "backBehavior": "order",
               "reselect": "none"},
      "routes": {
        "flow": {"content": {"kind": "stack", "routes": ["item"], "initial": "item"}},
        "menu": {"content": {"kind": "drawer", "routes": ["item"], "open": true}},
        "item": {"params": {"id": "string?"}, "initialParams": {"id": "x"}, "identity": "id", "onDuplicate": "ignore",
                 "as": "sheet", "to": ["flow"], "feature": "counter", "state": {"count": 1}}
      }
    }
    """#

  private static let values: [JSONValue] = [nil, true, false, 0, -1, 1.5, "", "x", [], [nil], [:], ["x": nil]]

  /// The places at which other values are valid, too, with those values.
  private static let tolerant: [String: @Sendable (JSONValue) -> Bool] = [
    "/app": { $0 == "x" },
    "/data": { $0.objectValue != nil },
    "/routes/item": { $0 == [:] },
    "/routes/item/initialParams": { $0 == [:] },
    "/routes/item/initialParams/id": { $0.stringValue != nil || $0.isNull },
    // The fault is then in the initial params.
    "/routes/item/params": { $0 == [:] },
    // A schema that accepts any value.
    "/routes/item/params/id": { $0 == [:] },
    "/routes/item/identity": { $0 == true },
    "/routes/item/to": { $0 == [] },
    "/routes/menu/content/open": { $0 == true || $0 == false },
    "/routes/flow": { $0 == [:] },
    "/routes/menu": { $0 == [:] },
  ]

  /// Returns the places of all values, outermost first.
  private static func places(of value: JSONValue, at place: JSONPointer = JSONPointer()) -> [JSONPointer] {
    switch value {
    case .object(let object):
      [place] + object.flatMap { places(of: $0.value, at: place.appending(name: $0.name)) }
    case .array(let elements):
      [place] + elements.enumerated().flatMap { places(of: $0.element, at: place.appending(index: $0.offset)) }
    default: [place]
    }
  }

  private static func replacing(_ place: ArraySlice<Substring>, of value: JSONValue, by other: JSONValue) -> JSONValue {
    guard let step = place.first else { return other }
    let rest = place.dropFirst()
    switch value {
    case .object(var object):
      object[String(step)] = replacing(rest, of: object[String(step)] ?? nil, by: other)
      return .object(object)
    case .array(var elements):
      if let index = Int(step) { elements[index] = replacing(rest, of: elements[index], by: other) }
      return .array(elements)
    default: return value
    }
  }

  @Test("A value of a wrong type is rejected with a fault at or below its place")
  func everywhere() throws {
    let definition = try JSONValue(parsing: Self.definition)
    _ = try AppDefinition(definition, features: BuiltInApps.features)
    // The feature reports the faults of its state for the whole state.
    for place in Self.places(of: definition) where !place.text.hasPrefix("/routes/item/state/") {
      for value in Self.values where Self.tolerant[place.text]?(value) != true {
        let faulty = Self.replacing(place.text.split(separator: "/")[...], of: definition, by: value)
        do throws(DefinitionFaults) {
          _ = try AppDefinition(faulty, features: BuiltInApps.features)
          Issue.record("accepted: \(value.text) at \(place.text)")
        } catch {
          let isThere = error.faults.contains { $0.pointer.text.hasPrefix(place.text) }
          #expect(isThere, "\(value.text) at \(place.text): \(error)")
        }
      }
    }
  }
}
