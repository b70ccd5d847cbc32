import ClientTypes
import Glibc
import JSON
import Navigation
import Webhooks

/// Writes the types of an app for the code of its clients.
struct Generate {
  let program: ServerProgram

  /// - Returns: The exit status: 1 for a faulty definition or a URL without a schema.
  func run(_ arguments: ArraySlice<String>, _ environment: [String: String]) throws -> Int32 {
    let request = try GenerateRequest(arguments, environment, program)
    let types: AppTypes
    do {
      types = try AppTypes(schema: try schema(for: request))
    } catch let faulty as FaultyDefinition {
      print(faulty)
      return 1
    }
    try write(request.language == .swift ? types.swift : types.typeScript, to: request.output)
    return 0
  }

  private func schema(for request: GenerateRequest) throws -> JSONValue {
    if let url = request.schemaURL { return try schema(at: url, token: request.token) }
    let name = request.source
    let file = DefinitionFile(name: name, bytes: try File.operand(name))
    return .object(AppSchema(of: try file.definition(program).app).json)
  }

  private func schema(at url: String, token: String?) throws -> JSONValue {
    let request = DocumentRequest(url: url, fields: token.map { ["Authorization: Bearer \($0)"] } ?? [])
    do {
      let (status, content, _) = try request.response()
      guard status == 200 else {
        let detail = (try? JSONValue(parsing: content))?["detail"]?.stringValue
        throw CommandError("\(url) cannot be read: status \(status)\(detail.map { ": \($0)" } ?? "")")
      }
      return try JSONValue(parsing: content)
    } catch let error as DocumentError {
      throw CommandError("\(url) cannot be read: \(error.description)")
    } catch let error as JSONError {
      throw CommandError("\(url) cannot be read: line \(error.line) of the response: \(error.message)")
    }
  }

  private func write(_ text: String, to output: String?) throws(UsageError) {
    guard let output else { return Log.write(Array(text.utf8), to: STDOUT_FILENO) }
    try File.write(Array(text.utf8), to: output)
  }
}
