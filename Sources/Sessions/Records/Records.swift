import Navigation

// The rows exchanged between the sessions and the journal. JSON is stored as encoded text.

/// A committed revision after the first: an immutable row of the journal.
package struct Change: Sendable {
  package let session: SessionID
  package let revision: Int
  /// Milliseconds since 1970.
  package let at: Int64
  package let actor: String?
  /// The received action, its edits, the outputs (an array, possibly empty) and the refusal: JSON texts in one
  /// allocation.
  package let text: [UInt8]
  package let action: Range<Int>
  package let edits: Range<Int>
  package let outputs: Range<Int>
  /// The reason for a timer's refused action; nil: it was carried out.
  package let refused: Range<Int>?
  /// The revision whose state was restored by undo or redo; nil: the change made a new state.
  package let stateOf: Int?
  package let keeping: IdempotencyRecord?
  /// In this order; usually empty.
  package let timers: [TimerStep]
  /// In this order; usually empty.
  package let messages: [MessageStep]
  /// In this order; usually empty.
  package let calls: [CallRowChange]
  /// The step list that `edits` refers to; usually nil.
  package let steps: StepList?
  /// The job that made the change; usually nil.
  package let batch: BatchID?

  package init(
    session: SessionID, revision: Int, at: Int64, actor: String?, text: [UInt8], action: Range<Int>, edits: Range<Int>,
    outputs: Range<Int>, refused: Range<Int>? = nil, stateOf: Int? = nil, keeping: IdempotencyRecord?,
    timers: [TimerStep] = [], messages: [MessageStep] = [], calls: [CallRowChange] = [],
    steps: StepList? = nil, batch: BatchID? = nil
  ) {
    self.session = session
    self.revision = revision
    self.at = at
    self.actor = actor
    self.text = text
    self.action = action
    self.edits = edits
    self.outputs = outputs
    self.refused = refused
    self.stateOf = stateOf
    self.keeping = keeping
    self.timers = timers
    self.messages = messages
    self.calls = calls
    self.steps = steps
    self.batch = batch
  }

  /// Whether the change has outputs. Nearly all changes have the empty array, `[]`.
  package var hasOutputs: Bool { outputs.count > 2 }

  /// The approximate bytes of the change in the history, including the rows' keys.
  var historyBytes: Int { 128 + text.count + (steps?.content?.count ?? 0) }
}

/// The response to a request with an `Idempotency-Key`.
package struct IdempotencyRecord: Sendable, Equatable {
  /// nil: a request that creates a session.
  package let session: SessionID?
  package let key: String
  /// SHA-256 of the request.
  package let fingerprint: [UInt8]
  package let status: Int
  /// The session's revision in the response.
  package let revision: Int
  /// The body of the response; nil if not requested.
  package let body: [UInt8]?
  /// Milliseconds since 1970.
  package let at: Int64

  package init(
    session: SessionID?, key: String, fingerprint: [UInt8], status: Int, revision: Int, body: [UInt8]?, at: Int64
  ) {
    self.session = session
    self.key = key
    self.fingerprint = fingerprint
    self.status = status
    self.revision = revision
    self.body = body
    self.at = at
  }
}

/// A session's row: everything but the tree.
package struct SessionRow: Sendable, Equatable {
  package var id: SessionID
  package var app: String
  package var appVersion: Int
  package var revision: Int
  /// Milliseconds since 1970.
  package var createdAt: Int64
  package var updatedAt: Int64
  /// The number of the next id that the session assigns.
  package var nextID: Int
  /// The last output's `seq`.
  package var outputs: Int
  package var undoState: UndoState
  /// The approximate bytes of the changes up to `revision`.
  package var historyBytes: Int
  package var data: [UInt8]
  /// SHA-256 of the session's token.
  package var tokenHash: [UInt8]
  package var metadata: SessionMetadata
  /// nil: not known.
  package var focus: SessionFocus?

  package init(
    id: SessionID, app: String, appVersion: Int, revision: Int, createdAt: Int64, updatedAt: Int64, nextID: Int,
    outputs: Int, undoState: UndoState? = nil, historyBytes: Int = 0, data: [UInt8], tokenHash: [UInt8],
    metadata: SessionMetadata = SessionMetadata(), focus: SessionFocus? = nil
  ) {
    self.id = id
    self.app = app
    self.appVersion = appVersion
    self.revision = revision
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.nextID = nextID
    self.outputs = outputs
    self.undoState = undoState ?? UndoState(at: revision)
    self.historyBytes = historyBytes
    self.data = data
    self.tokenHash = tokenHash
    self.metadata = metadata
    self.focus = focus
  }
}

/// The current screen of a session, as lists show it.
package struct SessionFocus: Sendable, Equatable {
  package let current: String
  /// The routes on the path to the current screen, its own last.
  package let path: [String]

  package init(current: String, path: [String]) {
    self.current = current
    self.path = path
  }
}

/// The remains of a deleted session.
package struct Tombstone: Sendable, Equatable {
  /// SHA-256 of its token; nil: not stored.
  package let tokenHash: [UInt8]?
  /// Whether it was deleted because it expired.
  package let hasExpired: Bool

  package init(tokenHash: [UInt8]?, hasExpired: Bool = false) {
    self.tokenHash = tokenHash
    self.hasExpired = hasExpired
  }
}

/// A container's row.
package struct ContainerRow: Sendable, Equatable {
  package var id: String
  /// The screen that holds the container; nil for the root.
  package var screen: String?
  package var kind: String
  package var selected: Int
  /// JSON: an array of screen ids, or an object with that array and the params of the visits.
  package var history: [UInt8]
  /// Drawer: 0 or 1; nil for other kinds.
  package var open: Bool?

  package init(id: String, screen: String?, kind: String, selected: Int, history: [UInt8], open: Bool?) {
    self.id = id
    self.screen = screen
    self.kind = kind
    self.selected = selected
    self.history = history
    self.open = open
  }
}

/// A screen's row.
package struct ScreenRow: Sendable, Equatable {
  package var id: String
  package var container: String
  /// The index among the container's screens, or among the screens presented over it.
  package var position: Int
  /// The presentation style; nil for a screen of the container's own list.
  package var presented: String?
  package var route: String
  package var params: [UInt8]
  package var state: [UInt8]
  package var opener: String?
  package var intent: [UInt8]?

  package init(
    id: String, container: String, position: Int, presented: String?, route: String, params: [UInt8], state: [UInt8],
    opener: String? = nil, intent: [UInt8]? = nil
  ) {
    self.id = id
    self.container = container
    self.position = position
    self.presented = presented
    self.route = route
    self.params = params
    self.state = state
    self.opener = opener
    self.intent = intent
  }
}

/// The table writes that bring a session to `session.revision`.
package struct Projection: Sendable {
  package var session: SessionRow
  /// Rows to insert or replace.
  package var containers: [ContainerRow]
  package var screens: [ScreenRow]
  package var removedContainers: [String]
  package var removedScreens: [String]
  /// The token of the commit that made the revision, on a shared journal. The projection has all rows then.
  package var revisionToken: CommitToken?

  package init(
    session: SessionRow, containers: [ContainerRow], screens: [ScreenRow], removedContainers: [String],
    removedScreens: [String]
  ) {
    self.session = session
    self.containers = containers
    self.screens = screens
    self.removedContainers = removedContainers
    self.removedScreens = removedScreens
  }
}

/// A session at revision 1 that is not stored yet.
package struct InitialSession: Sendable {
  package let session: SessionRow
  private let root: Container
  /// The root container as JSON, with all that is in it.
  package let navigation: ArraySlice<UInt8>

  package init(_ session: SessionRow, root: Container, navigation: ArraySlice<UInt8>) {
    self.session = session
    self.root = root
    self.navigation = navigation
  }

  /// The session as rows of its tables.
  package var rows: Projection { Projection(session: session, root) }
}

/// A stored session: its tables, and the changes after them.
package struct StoredSession: Sendable {
  package var session: SessionRow
  package var containers: [ContainerRow]
  /// Ordered by container, then position.
  package var screens: [ScreenRow]
  /// Oldest first; the first one follows `session.revision`.
  package var changes: [StoredChange]
  /// The session's last revision, if there are too many changes or too long ones; those after `changes` are then read
  /// page by page. nil: `changes` has all of them.
  package var lastRevision: Int?
  package var answers: [IdempotencyRecord]
  /// The timers pending after all changes.
  package var timers: [TimerRow]
  /// The calls without an answer after all changes.
  package var calls: [WaitingCall]
  package var tokens: SessionTokens
  /// The position after all changes, on a shared journal.
  package var position: SessionPosition?
  /// The oldest available revision after all changes, on a shared journal. The tables may lag behind it.
  package var oldest: Int?
  /// The lease, on a shared journal.
  package var lease: Lease?

  package init(
    session: SessionRow, containers: [ContainerRow], screens: [ScreenRow], changes: [StoredChange],
    lastRevision: Int? = nil, answers: [IdempotencyRecord], timers: [TimerRow],
    calls: [WaitingCall] = [], tokens: SessionTokens = SessionTokens(), position: SessionPosition? = nil,
    oldest: Int? = nil, lease: Lease? = nil
  ) {
    self.session = session
    self.containers = containers
    self.screens = screens
    self.changes = changes
    self.lastRevision = lastRevision
    self.answers = answers
    self.timers = timers
    self.calls = calls
    self.tokens = tokens
    self.position = position
    self.oldest = oldest
    self.lease = lease
  }
}

/// A change that a session's tables lack.
package struct StoredChange: Sendable {
  package let revision: Int
  package let at: Int64
  package let edits: [UInt8]
  package let outputs: [UInt8]
  package let stateOf: Int?

  package init(revision: Int, at: Int64, edits: [UInt8], outputs: [UInt8], stateOf: Int? = nil) {
    self.revision = revision
    self.at = at
    self.edits = edits
    self.outputs = outputs
    self.stateOf = stateOf
  }

  /// The approximate bytes of the change in the history. The request is unknown here, and is rarely longer.
  var historyBytes: Int { 192 + edits.count + outputs.count }
}

/// A version of an app that was uploaded as JSON.
package struct StoredApp: Sendable, Equatable {
  package let name: String
  package let version: Int
  /// The definition as received.
  package let definition: [UInt8]
  package let createdAt: Int64
  /// nil while the version is open to new sessions.
  package let withdrawnAt: Int64?

  package init(name: String, version: Int, definition: [UInt8], createdAt: Int64, withdrawnAt: Int64? = nil) {
    self.name = name
    self.version = version
    self.definition = definition
    self.createdAt = createdAt
    self.withdrawnAt = withdrawnAt
  }
}
