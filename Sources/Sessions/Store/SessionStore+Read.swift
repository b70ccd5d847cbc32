import JSON
import Navigation

extension SessionStore {
  /// What of a session is asked for.
  package enum Reading: Sendable {
    case session
    /// The stack on the focus path.
    case stack
    /// What is still to come.
    case timers
    /// Nothing but its revision.
    case revision
  }

  /// Gives what is committed. What a pending change has already altered is given once that change is settled.
  func read(_ reading: Reading, answer: @escaping @Sendable (Outcome) -> Void) -> Progress {
    read(reading, alsoRetired: false, answer: answer)
  }

  private func read(
    _ reading: Reading, alsoRetired: Bool, answer: @escaping @Sendable (Outcome) -> Void
  ) -> Progress {
    state.withLock { state in
      if state.isRetired, !alsoRetired { return .lookUpAgain }
      guard let last = state.pending.indices.last else {
        return .answer(state.isDeleted ? .notFound : outcome(of: reading, &state))
      }
      let outcome = state.isDeleted ? .notFound : outcome(of: reading, &state)
      state.pending[last].waiting.append(
        Waiting { [self] failure in
          guard failure != nil else { return answer(outcome) }
          // The change failed and was taken back; reading goes on. A store that was retired since then has not changed.
          if case .answer(let outcome) = read(reading, alsoRetired: true, answer: answer) { answer(outcome) }
        })
      return .wait
    }
  }

  private func outcome(of reading: Reading, _ state: inout State) -> Outcome {
    switch reading {
    case .session: .session(encoded(&state), revision: state.revision)
    case .stack: stack(state.draft.tree).map { .session($0, revision: state.revision) } ?? .refused(Self.noStack)
    case .revision: .session([], revision: state.revision)
    case .timers: .session(list(pendingTimers(state)), revision: state.revision)
    }
  }

  private static let noStack = Refused.absent(
    "no-stack", "No container on the focus path is a stack; `GET …` of the session has the whole tree.")

  /// `{"id", "screens": […]}` of the deepest stack on the focus path; nil when there is none.
  private func stack(_ tree: Tree) -> [UInt8]? {
    let path = tree.focusPath.compactMap { tree.container($0) }
    guard let stack = path.last(where: { $0.kind == .stack }) else { return nil }
    var json = JSONWriter()
    json.append("{\"id\":")
    json.append(string: stack.id)
    json.append(",\"screens\":[")
    for index in stack.screens.indices {
      if index > 0 { json.append(",") }
      stack.screens[index].write(to: &json)
    }
    json.append("]}")
    return json.bytes
  }
}
