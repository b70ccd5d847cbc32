import JSON

// The schemas of the data and of the states of screens.
extension App {
  /// Checks that data and states that edits have changed fit their schemas.
  func checkSchemas(of edits: [Edit], in tree: Tree) throws(Refused) {
    guard hasSchemas else { return }
    for edit in edits {
      switch edit {
      case .data:
        guard let mismatch = mismatch(of: tree.data) else { continue }
        throw .forbidden("wrong-type", mismatch)
      case .state(let id, _, _):
        guard let screen = tree.screen(id), let mismatch = routes[screen.route]?.mismatch(of: screen.state) else {
          continue
        }
        throw .forbidden("wrong-type", mismatch)
      default: continue
      }
    }
  }

  /// The reason why data do not fit the schema; nil: they do.
  package func mismatch(of data: JSONValue) -> String? {
    schema?.mismatch(of: data).map { "By its `schema`, the data of `\(name)` \($0)." }
  }
}

extension Route {
  /// The reason why a state does not fit the schema; nil: it does.
  package func mismatch(of state: JSONValue) -> String? {
    schema?.mismatch(of: state).map { "By its `schema`, the state of \"\(name)\" \($0)." }
  }
}
