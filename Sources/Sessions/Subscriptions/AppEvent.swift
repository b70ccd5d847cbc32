import Navigation

/// A committed event of one of an app's sessions.
package struct AppEvent: Sendable, Equatable {
  /// The number of the event. The events of all apps have different numbers, in the order of their commits.
  package let cursor: Int64
  package let session: SessionID
  package let key: String?
  /// Milliseconds since 1970.
  package let at: Int64
  package let content: Content

  package enum Content: Sendable, Equatable {
    /// The session was created or imported.
    case created(by: ChangeOrigin)
    case changed(AppChange)
    /// The session was deleted, with this last revision. Its changes are no longer available.
    case deleted(revision: Int)
  }

  package init(cursor: Int64, session: SessionID, key: String?, at: Int64, content: Content) {
    self.cursor = cursor
    self.session = session
    self.key = key
    self.at = at
    self.content = content
  }

  /// Whether the session was deleted.
  package var isDeletion: Bool {
    if case .deleted = content { true } else { false }
  }
}

/// The change of an event.
package struct AppChange: Sendable, Equatable {
  package let revision: Int
  /// A JSON array; nil: it is corrupted.
  package let outputs: [UInt8]?
  /// The reason for a timer's refused action; nil: it was carried out.
  package let refused: [UInt8]?
  package let origin: ChangeOrigin
  /// The action as received; nil: it was not asked for, or is corrupted.
  package let action: [UInt8]?

  package init(revision: Int, outputs: [UInt8]?, refused: [UInt8]?, origin: ChangeOrigin, action: [UInt8]?) {
    self.revision = revision
    self.outputs = outputs
    self.refused = refused
    self.origin = origin
    self.action = action
  }
}

/// A query for a page of an app's events, in the order of their commits.
package struct AppEventQuery: Sendable {
  package let app: String
  package let filter: AppEventFilter
  /// Only events after this one.
  package let after: Int64
  /// The last event to read. It must be durable.
  package let end: Int64
  /// Whether the events include the actions and their origins.
  package let wantsActions: Bool
  /// The approximate size of a page in bytes.
  package let bytes: Int

  package init(
    app: String, filter: AppEventFilter, after: Int64, through end: Int64, wantsActions: Bool, bytes: Int
  ) {
    self.app = app
    self.filter = filter
    self.after = after
    self.end = end
    self.wantsActions = wantsActions
    self.bytes = bytes
  }
}

/// A page of an app's events.
package struct AppEventPage: Sendable, Equatable {
  package var events: [AppEvent]
  /// The event up to which the page is complete.
  package let end: Int64
  /// Whether events after the requested one were pruned. The page is then empty, and the events after `end` are
  /// complete.
  package let isReset: Bool
  /// The current properties of the sessions that the filter refers to.
  package let subjects: [SessionID: Subject]

  /// The properties of a session for a filter.
  package struct Subject: Sendable, Equatable {
    package let labels: Labels
    /// The routes on the path to the current screen, as the stored snapshot has it.
    package let path: [String]

    package init(labels: Labels, path: [String]) {
      self.labels = labels
      self.path = path
    }
  }

  package init(
    events: [AppEvent] = [], through end: Int64, isReset: Bool = false, subjects: [SessionID: Subject] = [:]
  ) {
    self.events = events
    self.end = end
    self.isReset = isReset
    self.subjects = subjects
  }
}
