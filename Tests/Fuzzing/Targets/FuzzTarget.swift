/// The readers of external bytes, by the name of the folder in Tests/Fuzzing/Corpus with their inputs. Each reader
/// returns for every input without a trap, and its invariants hold.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case head, chunks, url, json, expression, definition, actions, archive, journal, jwt

  package func read(_ input: [UInt8]) {
    switch self {
    case .head: RequestTarget.head(input)
    case .chunks: RequestTarget.chunks(input)
    case .url: URLTarget.read(input)
    case .json: JSONTarget.read(input)
    case .expression: ExpressionTarget.read(input)
    case .definition: DefinitionTarget.read(input)
    case .actions: ActionsTarget.read(input)
    case .archive: ArchiveTarget.read(input)
    case .journal: JournalTarget.read(input)
    case .jwt: JWTTarget.read(input)
    }
  }
}

/// Stops the process if an invariant does not hold.
func require(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}
