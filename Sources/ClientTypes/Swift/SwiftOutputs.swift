/// Writes the outputs of an app as an enumeration in Swift.
enum SwiftOutputs {
  static func declare(_ outputs: [ClientField], in scope: inout SwiftScope) {
    guard !outputs.isEmpty else { return }
    var nested = SwiftScope(depth: 2)
    // The case of the outputs that the schema does not name.
    var names = SwiftNames(taken: ["other"])
    let lines = outputs.map { output in
      let name = SwiftNames.quoted(names.member(output.name))
      let type = isVoid(output.type) ? nil : nested.type(output.type, named: output.name)
      return (
        case: "case \(name)" + (type.map { "(\($0))" } ?? ""),
        decoding: "case \(SwiftWriter.literal(output.name)): self = .\(name)"
          + (type.map { "(try members.decode(\($0).self, forKey: \"value\"))" } ?? "")
      )
    }
    let decode = SwiftWriter.block(
      "init(from decoder: any Decoder) throws",
      ["let members = try decoder.container(keyedBy: MemberKey.self)"]
        + ["switch try members.decode(String.self, forKey: \"name\") {"] + lines.map(\.decoding)
        + ["case let name: self = .other(name)", "}"], depth: 2)
    scope.declare(
      SwiftWriter.block(
        "enum AppOutput: Decodable, Hashable, Sendable",
        lines.map(\.case) + ["/// An output with another name.", "case other(String)"], [decode] + nested.declarations,
        depth: 1, text: "The outputs of the app, decoded from `{\"name\", \"value\"}`."))
  }

  private static func isVoid(_ type: ClientType) -> Bool { type == .null || type == .literals([.null]) }
}
