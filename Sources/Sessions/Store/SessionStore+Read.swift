import JSON
import Navigation

extension SessionStore {
  /// The part of a session to read.
  package enum Reading: Sendable {
    case session
    /// The stack on the focus path.
    case stack
    /// The pending timers.
    case timers
    /// The revision alone.
    case revision
  }

  /// Answers with committed state. When a pending change affects the result, the answer waits for the change to
  /// complete.
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
          // The change failed and was rolled back; read again. The state of a store that was retired since is still
          // valid.
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
    "no-stack", "No container on the focus path is a stack; `GET …` of the session returns the whole tree.")

  /// Returns `{"id", "screens": […]}` of the deepest stack on the focus path, or nil if there is none.
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
