import JSON
import Navigation

/// An app that is defined in JSON: the definition and the resulting app.
///
/// ```swift
/// let definition = try AppDefinition([
///   "app": "shop", "version": 1,
///   "root": ["kind": "stack"],
///   "routes": ["catalog": [:], "product": ["params": ["id": "integer"], "identity": "id"]],
/// ])
/// var draft = Draft(try definition.app.start())
/// ```
///
/// All faults of a definition are found at once; see ``DefinitionFaults``.
public struct AppDefinition: Sendable {
  /// The resulting app.
  public let app: App
  /// The definition.
  public let json: JSONValue
  /// The approximate bytes of memory of what the expressions and patterns are compiled to.
  package let compiledSize: Int

  /// Reads a definition.
  ///
  /// - Parameters:
  ///   - json: The definition.
  ///   - name: The name that the app must have; nil: any.
  ///   - features: The compiled features that routes can use, by name.
  ///   - isStored: Whether the definition was accepted before. Then the limits of later versions of the
  ///     server do not apply.
  /// - Throws: ``DefinitionFaults`` with all faults.
  public init(
    _ json: JSONValue, named name: String? = nil, features: [String: Feature] = [:], isStored: Bool = false
  ) throws(DefinitionFaults) {
    var reader = DefinitionReader(features: features, isNew: !isStored)
    self.app = try reader.read(json, named: name)
    compiledSize = reader.meter.bytes + app.linksSize
    self.json = json
  }

  /// Reads a definition from a text written by hand. Its faults have positions in the text and are in that order. A
  /// repeated member of an object is a fault, too.
  ///
  /// - Throws: ``DefinitionFaults`` with all faults.
  public init(
    _ document: JSONDocument, named name: String? = nil, features: [String: Feature] = [:]
  ) throws(DefinitionFaults) {
    let repeated = DefinitionFaults(repeatedIn: document)
    do throws(DefinitionFaults) {
      try self.init(document.value, named: name, features: features)
    } catch {
      throw error.located(in: document).with(repeated)
    }
    guard repeated.faults.isEmpty else { throw repeated }
  }
}

extension AppDefinition {
  /// Whether a text can be the name of an app.
  package static func isName(_ name: String) -> Bool {
    let isLetterOrDigit = { (byte: UInt8) in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard let first = name.utf8.first, isLetterOrDigit(first), name.utf8.count <= 64 else { return false }
    return name.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}
