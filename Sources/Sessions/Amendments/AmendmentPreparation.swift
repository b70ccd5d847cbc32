import JSON
import Navigation

/// The preparation of an amendment beside its session: other requests do not wait for it.
struct AmendmentPreparation: Sendable {
  let registry: SessionRegistry
  let request: ActionRequest
  let amendment: Amendment
  let query: HistoryQuery
  let store: SessionStore

  /// The number of preparations after which a session that changes each time keeps its state.
  static let mostAttempts = 3

  private var id: SessionID { store.id }

  /// Reads the changes from the amended one on.
  func read() async throws(PastFailure) -> PastRecords {
    var past = PastRecords(query.tree, from: query.origin, to: amendment.revision)
    var first = amendment.revision
    while true {
      let next = past.continuing(to: first)
      let walked = try await registry.environment.journal.walk(next.query(id), with: next)
      past = try PastFailure.finding { () throws(CorruptSession) in try walked.finish() }
      let start = PresentLine.start(from: amendment.revision, to: query.origin, in: past.records)
      // The state before an amended change may have been pruned since.
      guard start < first, !past.isTooLong, start > query.undoState.oldest else { return past }
      first = start
    }
  }

  /// Evaluates the amendment in turns.
  func plan(_ past: PastRecords) async throws(OutcomeError) -> HistoryPlan {
    guard !past.isTooLong else { throw OutcomeError(outcome: .refused(.tooMuchPast(amendment.revision))) }
    try await checkOrigin()
    let basis = try await basis(past)
    let result = await awaiting { done in
      AmendmentTurns(amendment: amendment, request: request, basis: basis, store: store, done: done)
        .start(past, registry)
    }
    switch result {
    case .success(let amended)?: return HistoryPlan(origin: query.origin, query.tree, amended)
    case .failure(let refused)?: throw OutcomeError(outcome: .refused(refused))
    case nil: throw OutcomeError(outcome: .turnsBusy)
    }
  }

  /// Refuses a change that came with an import: it was made elsewhere, under rules that may have been others.
  private func checkOrigin() async throws(OutcomeError) {
    guard try await registry.isImported(amendment.revision, of: id) else { return }
    throw OutcomeError(
      outcome: .refused(
        .notAmendable(
          amendment.revision, "it came with an import", remedy: "Amend a revision that was made on this server.")))
  }

  private func basis(_ past: PastRecords) async throws(OutcomeError) -> AmendmentBasis {
    let context = store.state.withLock { store.context(of: $0) }
    var basis = AmendmentBasis(
      revision: query.origin, tree: query.tree, apps: store.apps, limits: registry.environment.limits,
      session: context)
    basis.sources = past.reopenedSources(of: store.apps).union(request.reopenedSources)
    guard !basis.sources.isEmpty else { return basis }
    basis.gone = try await GoneScreens(basis.sources, registry: registry, id: id)
      .find(in: past.draft.tree, at: past.revision, since: query.undoState.oldest, of: store.apps)
    return basis
  }
}

extension PastRecords {
  /// The screens that actions of the changes, and intents from before them, make again if they are gone.
  func reopenedSources(of apps: AppVersions) -> Set<Screen.ID> {
    let intended = apps[draft.tree.appVersion]?.sourcesOfIntents(in: draft.tree) ?? []
    return records.values.reduce(into: intended) { sources, record in
      let sent = StoredAmendment(record.action)?.action ?? record.action
      for action in sent["actions"]?.arrayValue ?? [sent] where action["ifGone"] != nil {
        if let source = action["source"]?.stringValue { sources.insert(source) }
      }
    }
  }
}

/// The turns in which an amendment is evaluated.
private struct AmendmentTurns: Sendable {
  let amendment: Amendment
  let request: ActionRequest
  let basis: AmendmentBasis
  let store: SessionStore
  /// Called with nil when too much costly work waits.
  let done: @Sendable (Result<AmendedSession, ActionError>?) -> Void

  func start(_ past: PastRecords, _ registry: SessionRegistry) {
    let turn = TurnQueue.Turn { begin(past) }
    guard registry.turns != nil else {
      var next: TurnQueue.Turn? = turn
      while let turn = next { next = turn.run() }
      return
    }
    if !registry.addTurn(turn, to: .reads(store.id), of: store) { done(nil) }
  }

  private func begin(_ past: PastRecords) -> TurnQueue.Turn? {
    do throws(ActionError) {
      return proceed(try AmendmentReplay(amendment, of: request, in: past, basis))
    } catch {
      done(.failure(error))
      return nil
    }
  }

  private func proceed(_ replay: consuming AmendmentReplay) -> TurnQueue.Turn? {
    do throws(ActionError) {
      guard try replay.run(within: TurnQueue.stepsOfTurn) else {
        return TurnQueue.Turn { [replay] in proceed(replay) }
      }
      done(.success(replay.amended))
    } catch {
      done(.failure(error))
    }
    return nil
  }
}

extension HistoryPlan {
  /// The plan of an amendment, which ends no calls by their revision.
  convenience init(origin: Int, _ tree: Tree, _ amended: AmendedSession) {
    self.init(
      origin: origin, diff: TreeDiff(from: tree), target: origin, stateOf: nil, undone: [], amended: amended)
  }
}
