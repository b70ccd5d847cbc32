// The rows that cross from the sessions to the journal and back. JSON stands in them as encoded text.

/// One committed revision after the first: a row of the journal, never changed afterwards.
package struct Change: Sendable {
  package let session: SessionID
  package let revision: Int
  /// Milliseconds since 1970.
  package let at: Int64
  package let actor: String?
  /// The action as it was sent, the edits it led to, the outputs (an array, possibly empty), the refusal: JSON texts, one
  /// after the other, so that a change is one allocation.
  package let text: [UInt8]
  package let action: Range<Int>
  package let edits: Range<Int>
  package let outputs: Range<Int>
  /// The reason that the action was refused, which is then that of a timer; nil: it was carried out.
  package let refused: Range<Int>?
  /// The revision whose state was gone back or forth to; nil: the change made a new state.
  package let stateOf: Int?
  package let keeping: IdempotencyRecord?
  /// In this order; nearly always none.
  package let timers: [TimerStep]
  /// In this order; nearly always none.
  package let messages: [MessageStep]
  /// The steps, where `edits` only names them; nearly always nil.
  package let steps: StepList?

  package init(
    session: SessionID, revision: Int, at: Int64, actor: String?, text: [UInt8], action: Range<Int>, edits: Range<Int>,
    outputs: Range<Int>, refused: Range<Int>? = nil, stateOf: Int? = nil, keeping: IdempotencyRecord?,
    timers: [TimerStep] = [], messages: [MessageStep] = [], steps: StepList? = nil
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
    self.steps = steps
  }

  /// About the bytes that the change takes in the history, those of the rows' keys included.
  var historyBytes: Int { 128 + text.count + (steps?.content?.count ?? 0) }
}

/// What was answered to a request with an `Idempotency-Key`.
package struct IdempotencyRecord: Sendable, Equatable {
  /// nil: a request that creates sessions.
  package let session: SessionID?
  package let key: String
  /// SHA-256 of what was asked.
  package let fingerprint: [UInt8]
  package let status: Int
  /// The session's revision that the answer speaks of.
  package let revision: Int
  /// The content of the answer; nil where it was not asked for.
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

/// A session's row: all of it but the tree.
package struct SessionRow: Sendable, Equatable {
  package var id: SessionID
  package var app: String
  package var appVersion: Int
  package var revision: Int
  /// Milliseconds since 1970.
  package var createdAt: Int64
  package var updatedAt: Int64
  /// The number that the next id made here ends in.
  package var nextID: Int
  /// The last output's `seq`.
  package var outputs: Int
  package var undoState: UndoState
  /// About the bytes that the changes up to `revision` take.
  package var historyBytes: Int
  package var data: [UInt8]
  /// SHA-256 of the session's token.
  package var tokenHash: [UInt8]

  package init(
    id: SessionID, app: String, appVersion: Int, revision: Int, createdAt: Int64, updatedAt: Int64, nextID: Int,
    outputs: Int, undoState: UndoState? = nil, historyBytes: Int = 0, data: [UInt8], tokenHash: [UInt8]
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
  }
}

/// What is left of a session that was deleted.
package struct Tombstone: Sendable, Equatable {
  /// SHA-256 of the token that it had; nil: not kept.
  package let tokenHash: [UInt8]?

  package init(tokenHash: [UInt8]?) {
    self.tokenHash = tokenHash
  }
}

package struct ContainerRow: Sendable, Equatable {
  package var id: String
  /// The screen whose content it is; nil for the root.
  package var screen: String?
  package var kind: String
  package var selected: Int
  /// JSON: an array of screen ids, or an object with that array and the params of the visits.
  package var history: [UInt8]
  /// Drawer: 0 or 1; nil for the other kinds.
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

package struct ScreenRow: Sendable, Equatable {
  package var id: String
  package var container: String
  /// Index among the container's screens, or among what is presented over it.
  package var position: Int
  /// The style it is presented in; nil for a screen of the container's own list.
  package var presented: String?
  package var route: String
  package var params: [UInt8]
  package var state: [UInt8]

  package init(
    id: String, container: String, position: Int, presented: String?, route: String, params: [UInt8], state: [UInt8]
  ) {
    self.id = id
    self.container = container
    self.position = position
    self.presented = presented
    self.route = route
    self.params = params
    self.state = state
  }
}

/// What the tables have to be told so that they show a session at `session.revision`.
package struct Projection: Sendable {
  package var session: SessionRow
  /// Rows to be written, new or in place of what is there.
  package var containers: [ContainerRow]
  package var screens: [ScreenRow]
  package var removedContainers: [String]
  package var removedScreens: [String]

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

/// A session as it is stored: the tables, and the changes that they do not show yet.
package struct StoredSession: Sendable {
  package var session: SessionRow
  package var containers: [ContainerRow]
  /// Ordered by container, then position.
  package var screens: [ScreenRow]
  /// Oldest first; the first has the revision after `session.revision`.
  package var changes: [StoredChange]
  /// The session's revision after all changes, where there are too many or too long ones: those after `changes` are read as
  /// the session's past is. nil: `changes` are all.
  package var lastRevision: Int?
  package var answers: [IdempotencyRecord]
  /// Those that are pending after all changes.
  package var timers: [TimerRow]

  package init(
    session: SessionRow, containers: [ContainerRow], screens: [ScreenRow], changes: [StoredChange],
    lastRevision: Int? = nil, answers: [IdempotencyRecord], timers: [TimerRow]
  ) {
    self.session = session
    self.containers = containers
    self.screens = screens
    self.changes = changes
    self.lastRevision = lastRevision
    self.answers = answers
    self.timers = timers
  }
}

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

  /// About the bytes that the change takes in the history. What was sent is not known here, and is seldom longer.
  var historyBytes: Int { 192 + edits.count + outputs.count }
}

/// A version of an app defined in JSON.
package struct StoredApp: Sendable, Equatable {
  package let name: String
  package let version: Int
  /// The definition as it was sent.
  package let definition: [UInt8]
  package let createdAt: Int64
  /// nil while sessions can be made of it.
  package let withdrawnAt: Int64?

  package init(name: String, version: Int, definition: [UInt8], createdAt: Int64, withdrawnAt: Int64? = nil) {
    self.name = name
    self.version = version
    self.definition = definition
    self.createdAt = createdAt
    self.withdrawnAt = withdrawnAt
  }
}
