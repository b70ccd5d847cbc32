import AppDefinitions
import ExampleApps
import JSON
import Testing

/// A definition with faults: their pointers, and a part of the detail of each.
struct Faulty: CustomTestStringConvertible, Sendable {
  let what: String
  let json: String
  let faults: [Expected]

  struct Expected: Sendable, Equatable {
    let pointer: String
    let says: String
  }

  init(_ what: String, _ json: String, _ faults: [(String, String)]) {
    self.what = what
    self.json = json
    self.faults = faults.map { Expected(pointer: $0, says: $1) }
  }

  /// A valid app with these routes after `home`, except for their faults.
  static func routes(_ what: String, _ routes: String, _ faults: (String, String)...) -> Faulty {
    Faulty(
      what, #"{"app": "a", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}, \#(routes)}}"#, faults)
  }

  /// A valid app with the routes `home` and `item` and this root, except for its faults.
  static func root(_ what: String, _ root: String, _ faults: (String, String)...) -> Faulty {
    Faulty(what, #"{"app": "a", "version": 1, "root": \#(root), "routes": {"home": {}, "item": {}}}"#, faults)
  }

  /// An app with one route and these members before it.
  static func app(_ what: String, _ members: String, _ faults: (String, String)...) -> Faulty {
    Faulty(what, #"{\#(members), "root": {"kind": "stack"}, "routes": {"home": {}}}"#, faults)
  }

  /// An app with one route and this idle rule.
  static func idle(_ what: String, _ rule: String, _ faults: (String, String)...) -> Faulty {
    Faulty(
      what,
      #"{"app": "a", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}}, "idle": \#(rule)}"#, faults)
  }

  var testDescription: String { what }

  /// Reads the definition and compares the found faults with the expected ones, in order.
  func check(named name: String? = nil) throws {
    let found = try Self.faults(of: json, named: name)
    #expect(found.map(\.pointer.text) == faults.map(\.pointer), "\(found.map(\.detail))")
    for (fault, expected) in zip(found, faults) {
      #expect(fault.detail.contains(expected.says), "\(fault.pointer): \(fault.detail)")
    }
  }

  static func faults(of text: String, named name: String? = nil) throws -> [DefinitionFault] {
    let json = try JSONValue(parsing: text)
    do throws(DefinitionFaults) {
      _ = try AppDefinition(json, named: name, features: BuiltInApps.features)
      return []
    } catch {
      return error.faults
    }
  }
}
