import Apps
import JSON

/// An app's definition in a file, or on standard input.
struct DefinitionFile {
  /// As it was given on the command line.
  let name: String
  let bytes: [UInt8]

  /// Reads the definition as the server does.
  ///
  /// - Throws: Every fault at once, each in a line of its own.
  func definition() throws(FaultyDefinition) -> AppDefinition {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw FaultyDefinition(lines: [line(error.message, at: JSONPosition(line: error.line, column: error.column))])
    }
    do throws(DefinitionFaults) {
      let definition = try AppDefinition(document)
      guard !BuiltInApps.apps.contains(where: { $0.name == definition.app.name }) else { throw .compiled(document) }
      return definition
    } catch {
      throw FaultyDefinition(
        lines: error.faults.map { fault in
          line(fault.pointer.isRoot ? fault.detail : "\(fault.pointer): \(fault.detail)", at: fault.position)
        })
    }
  }

  /// As compilers write it, so that editors find the place.
  private func line(_ text: String, at position: JSONPosition?) -> String {
    let place = position.map { "\(name):\($0.line):\($0.column)" } ?? name
    return "\(place): \(text)".onOneLine
  }
}

/// What keeps a definition from being taken: a line for each fault.
struct FaultyDefinition: Error, Equatable, CustomStringConvertible {
  let lines: [String]
  var description: String { lines.joined(separator: "\n") }
}

extension DefinitionFaults {
  /// The name is that of an app in the server.
  fileprivate static func compiled(_ document: JSONDocument) -> DefinitionFaults {
    let place = JSONPointer().appending(name: "app")
    let name = place.evaluate(on: document.value)?.text ?? ""
    let fault = DefinitionFault(
      at: place, "\(name) is compiled into the server; choose another name.", position: document.position(of: place))
    return DefinitionFaults(faults: [fault])
  }
}

extension String {
  /// Control characters as JSON escapes them: what stands in a file must neither break a line nor steer a terminal.
  fileprivate var onOneLine: String {
    unicodeScalars.contains { $0.isControl }
      ? unicodeScalars.map { $0.isControl ? $0.escaped : String($0) }.joined() : self
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }

  fileprivate var escaped: String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
