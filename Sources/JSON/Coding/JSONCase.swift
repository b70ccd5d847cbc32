/// A value of an enum with synthesised conversion: the name of a case, and its associated values by their labels.
package struct JSONCase {
  package let name: String
  package let values: JSONObject

  package init(name: String, values: JSONObject) {
    self.name = name
    self.values = values
  }

  /// Traps when the value is not one of an enum.
  package init(of value: some Encodable) {
    switch JSONValue.converted(value) {
    case .string(let name): self.init(name: name, values: [:])
    case .object(let members) where members.count == 1 && members.first?.value.objectValue != nil:
      self.init(name: members.names[0], values: members.first?.value.objectValue ?? [:])
    case let json:
      preconditionFailure("\(json) is not the form of an enum with synthesised conversion: \(type(of: value)).")
    }
  }

  /// Converts the case to a value of an enum, and accepts unknown labels.
  ///
  /// - Returns: The value and the labels of the case; nil when the enum has no case of that name.
  /// - Throws: `JSONMismatch` with the pointer of an associated value.
  package func decoded<T: Decodable>(as type: T.Type) throws -> (value: T, labels: [String])? {
    let decoder = JSONValueDecoder(.object([name: .object(values)]), scalar: .string(name))
    do {
      return (try decoder.read(type), decoder.nestedNames ?? [])
    } catch  where decoder.nestedNames == nil {
      return nil
    }
  }
}
