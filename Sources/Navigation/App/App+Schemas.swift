import JSON

// The schemas of the data and of the states of screens.
extension App {
  /// Checks that the data and the states that edits have changed fit their schemas, each once.
  func checkSchemas(of edits: ArraySlice<Edit>, in tree: Tree) throws(ActionError) {
    guard hasSchemas else { return }
    var checked: Set<Screen.ID> = []
    var hasData = false
    for edit in edits {
      switch edit {
      case .data(let former, _) where !hasData:
        hasData = true
        if let mismatch = mismatch(of: tree.data, changedFrom: former) { throw .forbidden("wrong-type", mismatch) }
      case .state(let id, let former, _) where checked.insert(id).inserted:
        guard let screen = tree.screen(id), let route = routes[screen.route] else { continue }
        let mismatch = route.mismatch(of: screen.state, changedFrom: former)
        if let mismatch { throw .forbidden("wrong-type", mismatch) }
      default: continue
      }
    }
  }

  /// The reason why data do not fit the schema; nil: they do.
  ///
  /// - Parameter former: Data that fit, whose members need no check as long as they are the same.
  package func mismatch(of data: JSONValue, changedFrom former: JSONValue? = nil) -> String? {
    schema?.mismatch(of: data, changedFrom: former).map { "By its `schema`, the data of `\(name)` \($0)." }
  }
}

extension Route {
  /// The reason why a state does not fit the schema; nil: it does.
  ///
  /// - Parameter former: A state that fits, whose members need no check as long as they are the same.
  package func mismatch(of state: JSONValue, changedFrom former: JSONValue? = nil) -> String? {
    schema?.mismatch(of: state, changedFrom: former).map { "By its `schema`, the state of \"\(name)\" \($0)." }
  }
}
