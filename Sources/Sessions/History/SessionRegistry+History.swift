extension SessionRegistry {
  /// Reads committed changes of a session, oldest first.
  package func history(
    _ query: HistoryPageQuery, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    found: @escaping @Sendable (ItemPage<HistoryItem>) -> Void
  ) {
    withPermit(for: query.session, otherwise: refuse) { [environment] permit in
      environment.journal.history(query) { result in
        permit.restore()
        switch result {
        case .success(let page): found(page)
        case .failure(let failure): refuse(.failed(failure))
        }
      }
    }
  }

  /// Reads committed outputs of a session, oldest first.
  package func outputs(
    _ query: OutputQuery, otherwise refuse: @escaping @Sendable (Outcome) -> Void,
    found: @escaping @Sendable (ItemPage<OutputItem>) -> Void
  ) {
    withPermit(for: query.session, otherwise: refuse) { [environment] permit in
      environment.journal.outputs(query) { result in
        permit.restore()
        switch result {
        case .success(let page): found(page)
        case .failure(let failure): refuse(.failed(failure))
        }
      }
    }
  }
}
