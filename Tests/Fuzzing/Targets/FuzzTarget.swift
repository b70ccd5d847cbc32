/// What reads bytes from outside, by the name of the folder in Tests/Fuzzing/Corpus that has its inputs. Whatever it is given, it
/// ends, and nothing traps: what does not hold that always has to does.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case head, chunks, url, json, expression, definition, archive, journal

  package func read(_ input: [UInt8]) {
    switch self {
    case .head: RequestTarget.head(input)
    case .chunks: RequestTarget.chunks(input)
    case .url: URLTarget.read(input)
    case .json: JSONTarget.read(input)
    case .expression: ExpressionTarget.read(input)
    case .definition: DefinitionTarget.read(input)
    case .archive: ArchiveTarget.read(input)
    case .journal: JournalTarget.read(input)
    }
  }
}

/// Ends the run where something does not hold that always has to.
func require(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}
