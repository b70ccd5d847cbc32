import Navigation
import Reduction

/// The list of the possible actions of a session with their results, while it is made. Each action is carried out on a
/// copy of the session's draft and rolled back.
struct AvailableActions: Sendable {
  let revision: Int
  private let app: App
  private let limits: SessionLimits
  let isExplained: Bool
  private let isFromBackend: Bool
  private let origin: ChangeOrigin
  /// The revisions whose changes may be amended; nil: none.
  let amendable: ClosedRange<Int>?
  let list: PossibilityList
  private var draft: Draft
  private(set) var results: [DryRunResult] = []

  /// The limit of listed possibilities.
  private static let mostPossibilities = 256
  private static let onlyWatches = Refusal(
    code: "not-allowed", detail: "The token has the role `watch`; actions need `act`, `lead` or `backend`.", kind: .role
  )

  /// - Parameters:
  ///   - isExplained: Whether the reasons have what clients must not know.
  ///   - isFromBackend: Whether the caller may do what `by` reserves to backends.
  ///   - imported: The last revision that came with an import; nil: the caller may amend nothing.
  init(
    in draft: Draft, of app: App, at version: SessionStore.Version, _ limits: SessionLimits, isExplained: Bool,
    isFromBackend: Bool, amendingAfter imported: Int?, by origin: ChangeOrigin
  ) {
    (self.draft, self.app, revision, self.limits) = (draft, app, version.revision, limits)
    amendable = imported.flatMap {
      app.amendable(version.undoState, after: $0, upTo: version.revision, isFromBackend: isFromBackend)
    }
    (self.isExplained, self.isFromBackend, self.origin) = (isExplained, isFromBackend, origin)
    list = PossibilityList(in: draft.tree, of: app, atMost: Self.mostPossibilities)
  }

  /// Tries the next possibilities, until more than `steps` are taken.
  ///
  /// - Parameter pauses: Whether the next call continues. If not, no possibility takes more than the rest of `steps`.
  /// - Returns: Whether the list is complete.
  mutating func run(within steps: Int, pauses: Bool) -> Bool {
    var steps = steps
    for possibility in list.possibilities.dropFirst(results.count) {
      guard steps > 0, let result = result(of: possibility, &steps, pauses: pauses) else { return false }
      results.append(result)
    }
    return true
  }

  /// - Returns: nil when it takes more steps.
  private mutating func result(of possibility: Possibility, _ steps: inout Int, pauses: Bool) -> DryRunResult? {
    if origin.by?.role == .watch { return .refused(Self.onlyWatches) }
    var refused: DryRunResult?
    for trial in possibility.trials {
      guard let result = result(of: trial, possibility, &steps, pauses: pauses) else { return nil }
      guard case .refused = result else { return result }
      refused = refused ?? result
    }
    return refused ?? .needs(possibility.needs)
  }

  /// - Returns: nil when it takes more steps.
  private mutating func result(
    of trial: Action, _ possibility: Possibility, _ steps: inout Int, pauses: Bool
  ) -> DryRunResult? {
    let request = ActionRequest(actions: [trial], origin: origin, isFromBackend: isFromBackend)
    var reduction = Reduction(of: request, on: draft)
    defer {
      draft.rollBack()
      steps -= reduction.taken
    }
    do throws(ActionError) {
      guard try reduction.run(&draft, by: app, limits, within: pauses ? .max : steps) else { return nil }
    } catch {
      return DryRunResult(error, of: possibility)
    }
    return possibility.needs.isEmpty ? .allowed(changes: !draft.isEmpty) : .needs(possibility.needs)
  }
}

extension SessionStore {
  /// Lists the possible actions with their results, if that takes no more steps than a thread may take at once.
  func available(
    isExplained: Bool, isFromBackend: Bool, amendingAfter imported: Int?, by origin: ChangeOrigin,
    _ environment: SessionEnvironment, answer: @escaping Answer
  ) -> StoreResult {
    whilePresent(answer) { state in
      let app = begin(at: environment.now(), &state, environment.limits)
      var list = AvailableActions(
        in: state.draft, of: app, at: state.version, environment.limits, isExplained: isExplained,
        isFromBackend: isFromBackend, amendingAfter: imported, by: origin)
      let steps = environment.turns == nil ? .max : TurnQueue.stepsOutside
      guard list.run(within: steps, pauses: false) else { return .costly }
      return state.afterPending(.session(list.json, revision: list.revision), answer)
    }
  }

  /// Begins to list the possible actions at the last committed revision; nil: the session was deleted.
  func possibilities(
    isExplained: Bool, isFromBackend: Bool, amendingAfter imported: Int?, by origin: ChangeOrigin,
    _ environment: SessionEnvironment
  ) -> AvailableActions? {
    state.withLock { state in
      guard !state.isDeleted else { return nil }
      begin(at: environment.now(), &state, environment.limits)
      var draft = state.draft
      // Writes may have been submitted since the turn was queued; the list must not show what can still fail.
      for write in state.pending.reversed() { draft.revert(write.edits) }
      let app = app(draft.tree.appVersion)
      return AvailableActions(
        in: draft, of: app, at: state.committedVersion, environment.limits,
        isExplained: isExplained, isFromBackend: isFromBackend, amendingAfter: imported, by: origin)
    }
  }
}
