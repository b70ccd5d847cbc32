import JSON
import Navigation

/// An app that was defined in JSON: the definition as it was given, and the app that it makes.
///
/// A value; does not load or keep anything.
public struct AppDefinition: Sendable {
  public let app: App
  public let json: JSONValue

  /// Reads a definition.
  ///
  /// - Parameters:
  ///   - name: The name that the app has to have; nil: any.
  ///   - features: What a route can name as its `feature`.
  ///   - isStored: Whether it was accepted before. Such an app is read also when its links cost more than they may now.
  /// - Throws: Every fault at once.
  public init(
    _ json: JSONValue, named name: String? = nil, features: [String: Feature] = Features.named, isStored: Bool = false
  ) throws(DefinitionFaults) {
    var reader = DefinitionReader(features: features, limitsLinks: !isStored)
    self.app = try reader.read(json, named: name)
    self.json = json
  }

  /// Reads a definition from a text that a person wrote: its faults say where in the text they are, and come in that
  /// order. A member that comes twice in an object is one, too.
  public init(
    _ document: JSONDocument, named name: String? = nil, features: [String: Feature] = Features.named
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
