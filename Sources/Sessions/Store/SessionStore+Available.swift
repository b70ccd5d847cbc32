import JSON
import Navigation
import Reduction

extension SessionStore {
  /// The limit of listed possibilities. Each is tried, which takes microseconds under the session's lock.
  static let mostPossibilities = 256

  /// Lists the possible actions with their results. Each is carried out on the draft and rolled back.
  func available(_ environment: SessionEnvironment, answer: @escaping @Sendable (Outcome) -> Void) -> Progress {
    state.withLock { state in
      if state.isRetired { return .lookUpAgain }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      state.begin(at: environment.now(), environment.limits)
      let (possibilities, isTruncated) = app.possibilities(in: state.draft.tree, atMost: Self.mostPossibilities)
      var json = JSONWriter(capacity: 128 + 160 * possibilities.count)
      json.append("{\"revision\":")
      json.append(integer: state.revision)
      json.append(",\"truncated\":")
      json.append(bool: isTruncated)
      json.append(",\"items\":[")
      for (index, possibility) in possibilities.enumerated() {
        if index > 0 { json.append(",") }
        json.append(possibility, dryRunResult(on: possibility, &state, environment.limits))
      }
      json.append("]}")
      return state.afterPending(.session(json.bytes, revision: state.revision), answer)
    }
  }

  /// The result of trying a possible action.
  fileprivate enum DryRunResult {
    case allowed(changes: Bool)
    /// The members that a client has to fill in.
    case needs([JSONPointer])
    case refused(Refusal)
  }

  private func dryRunResult(on possibility: Possibility, _ state: inout State, _ limits: SessionLimits) -> DryRunResult
  {
    guard let trial = possibility.trial else { return .needs(possibility.needs) }
    let request = ActionRequest(
      actions: [trial], isBatch: false, sent: [], precondition: nil, key: nil, wantsSession: false, actor: nil)
    defer { state.draft.rollBack() }
    do throws(Refused) {
      try reduce(request, &state, limits)
    } catch {
      return DryRunResult(error, of: possibility)
    }
    return possibility.needs.isEmpty ? .allowed(changes: !state.draft.isEmpty) : .needs(possibility.needs)
  }
}

extension SessionStore.DryRunResult {
  /// Reports an incomplete action as one to fill in, not as refused.
  fileprivate init(_ refused: Refused, of possibility: Possibility) {
    guard refused.refusal.kind == .invalid else {
      self = .refused(refused.refusal)
      return
    }
    let type = JSONPointer().appending(name: "type")
    let places = refused.faults.map(\.pointer).filter { !$0.isRoot && $0 != type }
    self = places.isEmpty ? .refused(refused.refusal) : .needs(places)
  }
}

extension JSONWriter {
  fileprivate mutating func append(_ possibility: Possibility, _ dryRunResult: SessionStore.DryRunResult) {
    append("{\"action\":")
    append(object: possibility.action.fields)
    switch dryRunResult {
    case .allowed(let changes):
      append(",\"allowed\":true,\"changes\":")
      append(bool: changes)
    case .needs(let places):
      append(",\"allowed\":true,\"needs\":")
      append(value: .array(places.map { .string($0.text) }))
    case .refused(let refusal):
      append(",\"allowed\":false,\"reason\":")
      append(string: refusal.detail)
      append(",\"code\":")
      append(string: refusal.code)
    }
    if let screen = possibility.screen {
      append(",\"screen\":")
      append(string: screen)
    }
    append("}")
  }
}

extension SessionRegistry {
  /// Lists the possible actions in a session as JSON.
  package func available(in id: SessionID, answer: @escaping @Sendable (Outcome) -> Void) {
    withStore(of: id, answer) { [environment] store in store.available(environment, answer: answer) }
  }
}
