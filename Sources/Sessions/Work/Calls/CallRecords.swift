import JSON
import Navigation

/// A call without an answer: a row that exists until the session has performed the action for its answer, or the call
/// has gone with its screen.
package struct CallRow: Sendable, Equatable {
  /// The unguessable id, which is also the `Idempotency-Key` of each attempt.
  package let key: String
  package let session: SessionID
  /// The app of the session; empty: the call is of an earlier version of the server, which did not store it.
  package let app: String
  /// The screen that asked; nil: the app.
  package let screen: Screen.ID?
  /// The revision that asked.
  package let revision: Int
  /// The time of that revision in milliseconds since 1970.
  package let at: Int64
  package internal(set) var request: CallRequest
  /// The actions for the answer: JSON.
  package let reply: [UInt8]
  /// The number of calls that led to this one, each made by the action for the answer to the one before.
  package let chain: Int
  /// The number of failed attempts.
  package var attempts = 0
  /// The reason why the last attempt failed; nil: none has.
  package var failure: String?
  /// The time of the next attempt in milliseconds since 1970.
  package var due: Int64

  package init(
    key: String, session: SessionID, app: String, screen: Screen.ID?, revision: Int, at: Int64, request: CallRequest,
    reply: [UInt8], chain: Int, attempts: Int = 0, failure: String? = nil, due: Int64
  ) {
    self.key = key
    self.session = session
    self.app = app
    self.screen = screen
    self.revision = revision
    self.at = at
    self.request = request
    self.reply = reply
    self.chain = chain
    self.attempts = attempts
    self.failure = failure
    self.due = due
  }

  init(_ call: SentCall, of session: SessionID, app: String, revision: Int, at: Int64, chain: Int) {
    let slowness = chain > MessageDispatcher.longestChain ? MessageDispatcher.slowness : 0
    // A random key: one made of the session and the revision would come again after a restored backup
    // (decision 0048).
    self.init(
      key: Self.makeKey(), session: session, app: app, screen: call.screen, revision: revision, at: at,
      request: call.request, reply: JSONValue.object(call.reply.json).bytes, chain: chain, due: at + slowness)
  }

  /// 128 random bits.
  private static func makeKey() -> String { "c" + SessionID.random().text.dropFirst() }

  package var waiting: WaitingCall { WaitingCall(key: key, screen: screen, revision: revision, reply: reply) }
}

/// A call without an answer, as its session needs it.
package struct WaitingCall: Sendable, Equatable {
  package let key: String
  /// The screen that asked; nil: the app.
  package let screen: Screen.ID?
  /// The revision that asked.
  package let revision: Int
  /// The actions for the answer, with the name of the call: JSON.
  package let reply: [UInt8]
  /// The name by which a step replaces or ends it; nil: it has none.
  let name: NamedCall?

  package init(key: String, screen: Screen.ID?, revision: Int, reply: [UInt8]) {
    self.key = key
    self.screen = screen
    self.revision = revision
    self.reply = reply
    name = NamedCall(id: CallReply(stored: reply).id, screen: screen)
  }
}

/// A change of a row of the calls table.
package enum CallRowChange: Sendable, Equatable {
  case ask(CallRow)
  /// Deletes the call with this key: it is answered, or goes with its screen.
  case end(String)
}

/// A query for calls without an answer, in the order of their keys.
package enum CallQuery: Sendable, Equatable {
  /// The call with this key.
  case one(String)
  /// The calls of this session.
  case session(SessionID)
  /// The calls with greater keys, of sessions in these shares; nil: all.
  case page(after: String, limit: Int, partitions: PartitionSet? = nil)
}
