@testable import Sessions

/// The rows that a journal holds, and what it does with them.
struct Tables: Sendable {
  let now: @Sendable () -> Int64
  private(set) var sessions: [SessionID: Rows] = [:]
  private(set) var tombstones: [SessionID: Tombstone] = [:]
  /// In the order of their ids.
  private(set) var messages: [MessageRow] = []
  private(set) var lastMessage: Int64 = 0
  /// By their keys.
  private(set) var calls: [String: CallRow] = [:]
  /// Of sessions that are being imported.
  private(set) var imports: [SessionID: [Change]] = [:]
  private var answers: [AnswerKey: IdempotencyRecord] = [:]
  private var broken: [SessionID: Int] = [:]

  struct Rows: Sendable {
    /// As the session was created.
    let beginning: Projection
    var session: SessionRow
    var containers: [String: ContainerRow]
    var screens: [String: ScreenRow]
    /// With their steps, also where those stood beside them.
    var changes: [Change] = []
    var stepLists: [String: (base: String?, content: [UInt8])] = [:]
    /// Of each change that was written: bytes of what was sent, of its row, and of steps beside it.
    var costs: [(sent: Int, row: Int, steps: Int)] = []
    var timers: [String: TimerRow] = [:]
    var tokens = SessionTokens()
  }

  private struct AnswerKey: Hashable {
    let session: SessionID?
    let key: String
  }

  init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  // MARK: Writing

  /// The write fails; what rests on it will not be written.
  mutating func refuse(_ write: Write, _ failure: JournalFailure) -> JournalFailure {
    if case .change(let change, _) = write, broken[change.session] == nil { broken[change.session] = change.revision }
    return failure
  }

  mutating func apply(_ write: Write) -> JournalFailure? {
    switch write {
    case .create(let projection, let keeping):
      let metadata = projection.session.metadata
      if let key = metadata.key, let taken = session(withKey: key, of: projection.session.app) {
        return .keyTaken(taken)
      }
      sessions[projection.session.id] = Rows(
        beginning: projection, session: projection.session,
        containers: Dictionary(uniqueKeysWithValues: projection.containers.map { ($0.id, $0) }),
        screens: Dictionary(uniqueKeysWithValues: projection.screens.map { ($0.id, $0) }))
      return keeping.flatMap { keep($0) }
    case .change(let change, _): return append(change)
    case .keep(let answer):
      if let session = answer.session, let first = broken[session], answer.revision >= first {
        return .unavailable("the answer speaks of a revision that was not written")
      }
      return keep(answer)
    case .delete(let id, let deletion):
      if let rows = sessions[id] {
        tombstones[id] = Tombstone(tokenHash: rows.session.tokenHash, hasExpired: deletion.expiry != nil)
      }
      sessions[id] = nil
      messages.removeAll { $0.recipient == id }
      calls = calls.filter { $0.value.session != id }
      broken[id] = nil
      answers = answers.filter { $0.key.session != id }
      return nil
    case .dismiss(let id):
      messages.removeAll { $0.id == id }
      return nil
    case .add(let imported):
      let session = imported.session
      guard sessions[session.session.id] == nil else { return .damaged("the session is there") }
      sessions[session.session.id] = Rows(
        beginning: session, session: session.session,
        containers: Dictionary(uniqueKeysWithValues: session.containers.map { ($0.id, $0) }),
        screens: Dictionary(uniqueKeysWithValues: session.screens.map { ($0.id, $0) }),
        changes: imports.removeValue(forKey: session.session.id) ?? [],
        timers: Dictionary(uniqueKeysWithValues: imported.timers.map { ($0.id, $0) }))
      for call in imported.calls { perform(.ask(call)) }
      return nil
    case .importSlice(let slice):
      imports[slice.session] = (slice.isFirst ? [] : imports[slice.session] ?? []) + slice.changes
      return nil
    case .dropImport(let id, let revisions, let isLast):
      imports[id]?.removeAll { revisions.contains($0.revision) }
      if isLast { imports[id] = nil }
      return nil
    case .prune(let id, let revision):
      guard let session = sessions[id]?.session, session.revision >= revision else { return nil }
      sessions[id]?.session.undoState.oldest = max(session.undoState.oldest, revision)
      sessions[id]?.changes.removeAll { $0.revision < revision }
      return nil
    case .token(let id, let hash):
      sessions[id]?.session.tokenHash = hash
      return nil
    case .tokens(let id, let tokens):
      sessions[id]?.tokens = tokens
      return nil
    case .labels(let id, let labels):
      sessions[id]?.session.metadata.labels = labels
      return nil
    case .deferCall(let key, let attempts, let due):
      calls[key]?.attempts = attempts
      calls[key]?.due = due
      return nil
    case .probe, .define, .withdraw, .reinstate, .webhook, .appKey, .batch: return nil
    }
  }

  private mutating func append(_ change: Change) -> JournalFailure? {
    let id = change.session
    if let first = broken[id] {
      guard change.revision <= first else { return .unavailable("the revision before was not written") }
      broken[id] = nil
    }
    guard let rows = sessions[id] else { return .damaged("the session is not there") }
    guard change.revision == (rows.changes.last?.revision ?? rows.session.revision) + 1 else {
      return .damaged("revision \(change.revision) does not follow")
    }
    if let answer = change.keeping, let failure = keep(answer) { return failure }
    sessions[id]?.append(change)
    for step in change.timers { sessions[id]?.perform(step) }
    for step in change.messages { perform(step, of: change) }
    for step in change.calls { perform(step) }
    return nil
  }

  private mutating func perform(_ change: CallRowChange) {
    switch change {
    case .ask(let call):
      precondition(calls[call.key] == nil, "the key of a call was given twice")
      calls[call.key] = call
    case .end(let key):
      precondition(calls[key] != nil, "a call was ended twice")
      calls[key] = nil
    }
  }

  private mutating func perform(_ step: MessageStep, of change: Change) {
    switch step {
    case .send(let message):
      lastMessage += 1
      messages.append(
        MessageRow(
          id: lastMessage, sender: change.session, recipient: message.recipient.id ?? SessionID(high: 0, low: 0),
          action: message.action, at: change.at,
          chain: message.chain))
    case .remove(let id):
      precondition(messages.contains { $0.id == id }, "a message was carried out twice")
      messages.removeAll { $0.id == id }
    }
  }

  private mutating func keep(_ answer: IdempotencyRecord) -> JournalFailure? {
    guard self.answer(to: answer.key, of: answer.session) == nil else { return .damaged("the key has an answer") }
    answers[AnswerKey(session: answer.session, key: answer.key)] = answer
    return nil
  }

  mutating func apply(_ projection: Projection) {
    let id = projection.session.id
    guard var rows = sessions[id] else { return }
    let former = rows.session
    rows.session = projection.session
    // The journal alone moves them.
    rows.session.undoState.oldest = former.undoState.oldest
    rows.session.tokenHash = former.tokenHash
    rows.session.metadata = former.metadata
    for screen in projection.removedScreens { rows.screens[screen] = nil }
    for container in projection.removedContainers { rows.containers[container] = nil }
    for container in projection.containers { rows.containers[container.id] = container }
    for screen in projection.screens { rows.screens[screen.id] = screen }
    sessions[id] = rows
  }

  // MARK: Reading

  func session(withKey key: String, of app: String) -> SessionID? {
    sessions.values.first { $0.session.metadata.key == key && $0.session.app == app }?.session.id
  }

  func stored(_ id: SessionID) -> StoredSession? {
    guard let rows = sessions[id] else { return nil }
    return StoredSession(
      session: rows.session, containers: rows.sortedContainers, screens: rows.sortedScreens,
      changes: rows.changes.filter { $0.revision > rows.session.revision }.map(StoredChange.init),
      answers: answers.values.filter { $0.session == id && isKept($0) }.map { answer in
        IdempotencyRecord(
          session: id, key: answer.key, fingerprint: answer.fingerprint, status: answer.status,
          revision: answer.revision, body: nil, at: answer.at)
      }, timers: Array(rows.timers.values),
      calls: calls.values.filter { $0.session == id }.map(\.waiting), tokens: rows.tokens)
  }

  /// The session as its changes alone make it, whatever the tables show.
  func retold(_ id: SessionID) -> StoredSession? {
    sessions[id].map { rows in
      StoredSession(
        session: rows.beginning.session, containers: rows.beginning.containers, screens: rows.beginning.screens,
        changes: rows.changes.map(StoredChange.init), answers: [], timers: Array(rows.timers.values))
    }
  }

  func answer(to key: String, of session: SessionID?) -> IdempotencyRecord? {
    answers[AnswerKey(session: session, key: key)].flatMap { isKept($0) ? $0 : nil }
  }

  func history(_ query: HistoryPageQuery) -> ItemPage<HistoryItem> {
    let changes = (sessions[query.session]?.changes ?? []).filter { $0.revision > query.after }
    let items = changes.prefix(query.limit).map { change in
      HistoryItem(
        revision: change.revision, at: change.at, actor: change.actor, action: Array(change.text[change.action]),
        outputs: Array(change.text[change.outputs]), refused: change.refusedText)
    }
    return ItemPage(items: items, hasNext: changes.count > items.count)
  }

  /// All changes.
  func past(of session: SessionID) -> [PastChange] {
    var changes: [PastChange] = []
    var query: PastQuery? = PastQuery(session: session, selection: .ascending(2...UndoState.largest), content: .all)
    while let next = query {
      let page = past(next)
      changes += page.changes
      query = page.next
    }
    return changes
  }

  /// One change, so that whoever reads on has to.
  func past(_ query: PastQuery) -> PastPage {
    let changes = (sessions[query.session]?.changes ?? []).map(PastChange.init)
    guard let (revision, rest) = query.selection.split, let change = changes.first(where: { $0.revision == revision })
    else {
      return PastPage(changes: [], next: nil)
    }
    let made = change.made(from: changes.first { $0.revision == revision - 1 }?.stateOf ?? revision - 1)
    let way = rest(made)
    return PastPage(
      changes: [made],
      next: way.split == nil ? nil : PastQuery(session: query.session, selection: way, content: query.content))
  }

  func expired(_ query: ExpiryQuery) -> ExpiryPage {
    let sessions = sessions.values.map(\.session).sorted { $0.id.text < $1.id.text }
    let places = sessions.compactMap { session -> ExpiryPage.Place? in
      switch (query.kind, session.metadata.expires) {
      case (.own(let time), let age?) where session.updatedAt + age <= time: break
      case (.unchanged(let time), nil) where session.updatedAt <= time: break
      default: return nil
      }
      return ExpiryPage.Place(time: 0, session: session.id)
    }
    return ExpiryPage(items: places.filter { query.after.map { $0.session.text } ?? "" < $0.session.text })
  }

  func timers(_ query: TimerQuery) -> [DueTimer] {
    let timers = sessions.flatMap { id, rows in
      rows.timers.values.map { DueTimer(fireAt: $0.fireAt, session: id, timer: $0.id) }
    }
    return Array(
      timers.sorted { $0.order < $1.order }
        .filter { timer in timer.fireAt <= query.until && query.after.map { $0.order < timer.order } ?? true }
        .prefix(query.limit))
  }

  func messages(_ query: MessageQuery) -> MessagePage {
    let found = Array(messages.filter { $0.id > query.after }.prefix(query.limit))
    return MessagePage(messages: found, next: found.count == query.limit ? found.last?.id : nil)
  }

  func calls(_ query: CallQuery) -> [CallRow] {
    switch query {
    case .one(let key): calls[key].map { [$0] } ?? []
    case .page(let after, let limit):
      Array(calls.values.filter { $0.key > after }.sorted { $0.key < $1.key }.prefix(limit))
    }
  }

  private func isKept(_ answer: IdempotencyRecord) -> Bool { answer.at > now() - SessionLimits().keptAnswers }
}

extension DueTimer {
  fileprivate var order: (Int64, String, String) { (fireAt, session.text, timer) }
}

extension Tables.Rows {
  fileprivate mutating func append(_ change: Change) {
    costs.append((change.action.count, change.text.count, change.steps?.content?.count ?? 0))
    if let list = change.steps, let content = list.content, stepLists[list.id] == nil {
      precondition(list.base.map { stepLists[$0] != nil } ?? true, "the base of a list of steps is missing")
      stepLists[list.id] = (list.base, content)
    }
    changes.append(whole(change))
  }

  private func whole(_ change: Change) -> Change {
    guard let reference = StepReference(Array(change.text[change.edits])) else { return change }
    guard let steps = reference.steps(find: { stepLists[$0] }) else { preconditionFailure("steps are missing") }
    let text = change.text[change.action] + steps + change.text[change.outputs] + (change.refusedText ?? [])
    let edits = change.action.upperBound..<change.action.upperBound + steps.count
    let outputs = edits.upperBound..<edits.upperBound + change.outputs.count
    return Change(
      session: change.session, revision: change.revision, at: change.at, actor: change.actor, text: Array(text),
      action: change.action, edits: edits, outputs: outputs,
      refused: change.refused.map { _ in outputs.upperBound..<text.count }, stateOf: change.stateOf,
      keeping: change.keeping, timers: change.timers, messages: change.messages)
  }

  fileprivate mutating func perform(_ step: TimerStep) {
    switch step {
    case .set(let row):
      precondition(timers[row.id] == nil, "a timer's id was given twice")
      timers[row.id] = row
    case .remove(let id): timers[id] = nil
    }
  }

  var sortedContainers: [ContainerRow] { containers.values.sorted { $0.id < $1.id } }
  var sortedScreens: [ScreenRow] {
    screens.values.sorted { ($0.container, $0.position, $0.id) < ($1.container, $1.position, $1.id) }
  }
}

extension PastQuery.Selection {
  /// The first revision, and what makes the rest of the way once it is known.
  fileprivate var split: (Int, (PastChange) -> PastQuery.Selection)? {
    switch self {
    case .ascending(let range):
      (range.lowerBound, { _ in range.count > 1 ? .ascending(range.lowerBound + 1...range.upperBound) : .listed([]) })
    case .descending(let range):
      (range.upperBound, { _ in range.count > 1 ? .descending(range.lowerBound...range.upperBound - 1) : .listed([]) })
    case .chain(let revision, let floor, let limit):
      revision > floor && limit > 0
        ? (revision, { .chain(from: $0.base ?? revision - 1, floor: floor, limit: limit - 1) }) : nil
    case .listed(let revisions):
      revisions.first.map { ($0, { _ in .listed(revisions.dropFirst()) }) }
    }
  }
}

extension PastChange {
  fileprivate init(_ change: Change) {
    self.init(
      revision: change.revision, at: change.at, actor: change.actor, action: Array(change.text[change.action]),
      edits: Array(change.text[change.edits]), outputs: Array(change.text[change.outputs]),
      refused: change.refusedText, stateOf: change.stateOf, base: 0)
  }

  fileprivate func made(from base: Int) -> PastChange {
    PastChange(
      revision: revision, at: at, actor: actor, action: action, edits: edits, outputs: outputs,
      refused: refused, stateOf: stateOf, base: base)
  }
}

extension Change {
  /// The reason that the action was refused: JSON.
  var refusedText: [UInt8]? { refused.map { Array(text[$0]) } }
}

extension StoredChange {
  init(_ change: Change) {
    self.init(
      revision: change.revision, at: change.at, edits: Array(change.text[change.edits]),
      outputs: Array(change.text[change.outputs]), stateOf: change.stateOf)
  }
}
