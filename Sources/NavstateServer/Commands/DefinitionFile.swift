import AppDefinitions
import JSON

/// An app's definition in a file, or on standard input.
struct DefinitionFile {
  /// The name on the command line.
  let name: String
  let bytes: [UInt8]

  /// Parses the definition like the server.
  ///
  /// - Parameter program: The program, whose apps' names the definition must not have.
  /// - Throws: All faults, each in a separate line.
  func definition(_ program: ServerProgram) throws(FaultyDefinition) -> AppDefinition {
    let document = try document()
    do throws(DefinitionFaults) {
      let definition = try AppDefinition(document, features: program.features)
      guard !program.apps.contains(where: { $0.name == definition.app.name }) else { throw .compiled(document) }
      return definition
    } catch {
      throw faulty(error.faults)
    }
  }

  /// Parses the text.
  func document() throws(FaultyDefinition) -> JSONDocument {
    do throws(JSONError) {
      return try JSONDocument(parsing: bytes)
    } catch {
      throw FaultyDefinition(lines: [line(error.message, at: JSONPosition(line: error.line, column: error.column))])
    }
  }

  /// The error of faults of the text.
  func faulty(_ faults: [DefinitionFault]) -> FaultyDefinition {
    FaultyDefinition(
      lines: faults.map { fault in
        line(fault.pointer.isRoot ? fault.detail : "\(fault.pointer): \(fault.detail)", at: fault.position)
      })
  }

  /// The same, for faults without positions.
  func faulty(_ faults: [DefinitionFault], in document: JSONDocument) -> FaultyDefinition {
    faulty(faults.map { $0.located(in: document) })
  }

  /// The lines of the definition's warnings.
  func warnings(of definition: AppDefinition) throws(FaultyDefinition) -> [String] {
    // Found by a second pass, which the server does not run (docs/decisions/0051).
    let warnings = definition.warnings
    if warnings.isEmpty { return [] }
    let document = try document()
    return warnings.map { warning in
      line("warning: \(warning.pointer): \(warning.detail)", at: document.position(ofNearest: warning.pointer))
    }
  }

  /// The folder of the file with a slash at the end; empty for the current one.
  var folder: String { name.lastIndex(of: "/").map { String(name[...$0]) } ?? "" }

  /// Returns a line in the format of compilers, which editors understand.
  func line(_ text: String, at position: JSONPosition?) -> String {
    let place = position.map { "\(name):\($0.line):\($0.column)" } ?? name
    return "\(place): \(text)".onOneLine
  }
}

/// The faults of a definition, a line for each.
struct FaultyDefinition: Error, Equatable, CustomStringConvertible {
  let lines: [String]
  var description: String { lines.joined(separator: "\n") }
}

extension DefinitionFaults {
  /// Returns the fault of a definition whose name is that of a compiled app.
  fileprivate static func compiled(_ document: JSONDocument) -> DefinitionFaults {
    let place = JSONPointer().appending(name: "app")
    let name = place.evaluate(on: document.value)?.text ?? ""
    let fault = DefinitionFault(
      at: place, "\(name) is compiled into the server; choose another name.", position: document.position(of: place))
    return DefinitionFaults(faults: [fault])
  }
}

extension String {
  /// The text with its control characters escaped as in JSON, so that a file's content can neither break a line nor
  /// control a terminal.
  var onOneLine: String {
    unicodeScalars.contains { $0.isControl }
      ? unicodeScalars.map { $0.isControl ? $0.escaped : String($0) }.joined() : self
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }

  fileprivate var escaped: String {
    let digits = String(value, radix: 16)
    // All control characters are below U+00A0, so there are at most two digits.
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
