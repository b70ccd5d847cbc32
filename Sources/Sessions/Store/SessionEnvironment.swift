import Dispatch
import Support
import Navigation

/// Runs a closure that hands over several results, and may combine the wakeups of their receivers.
package typealias Batching = @Sendable (() -> Void) -> Void

/// The dependencies of a store and the limits of a session.
package final class SessionEnvironment: Sendable {
  package let journal: any Journal
  package let node: ServerNode
  package let now: WallClock
  /// The start of the process, in milliseconds since 1970.
  private let startedAt: Int64
  package let limits: SessionLimits
  /// Idle until the registry starts it.
  let timerScheduler: TimerScheduler
  /// Idle until the registry starts it.
  let messageDispatcher: MessageDispatcher
  /// Idle until the registry starts it.
  let callScheduler: CallScheduler
  let broadcaster: EventBroadcaster
  let quarantine: Quarantine
  let actions = ActionMetrics()
  /// The number of trimmed histories that exceeded their byte limit.
  let trims = Counter()
  /// The number of sessions deleted because they expired.
  let expirations = Counter()
  /// Runs a closure asynchronously on a background thread.
  let later: Later
  let newID: @Sendable () -> SessionID
  /// nil: costly work is done at once, on any thread.
  package let turns: TurnQueue?
  /// nil: nothing is traced.
  package let tracer: Tracer?

  var timerClock: TimerClock { TimerClock(now: now(), startedAt: startedAt) }

  package typealias Later = @Sendable (_ body: @escaping @Sendable () -> Void) -> Void

  private static let background = DispatchQueue(label: "navstate.sessions", qos: .utility)

  /// - Parameters:
  ///   - batching: Runs a closure that sends one revision to all subscribers of a session.
  ///   - later: Runs a closure asynchronously, on a thread that may block.
  ///   - newID: Creates the id of a new session; nil: the system's random generator.
  ///   - turns: Does costly work; nil: it is done at once, on any thread.
  ///   - tracer: nil: nothing is traced.
  package init(
    journal: any Journal, now: @escaping WallClock, limits: SessionLimits,
    quarantine: Quarantine = Quarantine(),
    batching: @escaping Batching = { $0() },
    later: @escaping Later = { background.async(execute: $0) },
    newID: (@Sendable () -> SessionID)? = nil, turns: TurnQueue? = nil, tracer: Tracer? = nil
  ) {
    self.turns = turns
    self.tracer = tracer
    self.later = later
    self.newID = newID ?? { SessionID.random(at: now()) }
    let node = ServerNode(journal)
    self.node = node
    broadcaster = EventBroadcaster(batching: batching)
    timerScheduler = TimerScheduler(journal: journal, node.shared, now: now)
    messageDispatcher = MessageDispatcher(journal: journal, node.shared, now: now, mailbox: limits.mailbox)
    callScheduler = CallScheduler(journal: journal, node.shared, now: now)
    self.journal = journal
    self.now = now
    startedAt = now()
    self.limits = limits
    self.quarantine = quarantine
  }

  /// Continues on a background thread. For long work, which must not keep the journal's threads.
  func proceedLater() async { await awaiting { [self] proceed in later { proceed(()) } } }

  /// Requests that the snapshot of a session is stored soon.
  func storeSnapshot(of store: SessionStore) {
    // A failure leaves it to the next snapshot.
    Task.inline { [journal] in try? await journal.storeSnapshot(of: store) }
  }

  /// Notes the span of a change that webhooks or calls follow from.
  func noteSpan(of change: Change) {
    guard let span = change.origin.span, change.hasOutputs || !change.calls.isEmpty else { return }
    tracer?.note(span, of: change.revision, of: change.session.text)
  }

  /// The evaluation steps that this thread may take at once.
  var steps: Int {
    guard let turns else { return .max }
    return turns.runsHere ? TurnQueue.stepsUnderLock : TurnQueue.stepsOutside
  }

  /// Reserves mailbox capacity for the messages of a draft.
  func reserve(for draft: borrowing Draft) -> Bool {
    draft.messages.isEmpty || messageDispatcher.reserve(draft.mailboxEntries)
  }

  /// Reserves capacity or refuses, for timers and messages: they have no client that could retry.
  func reserveOrRefuse(for draft: borrowing Draft) throws(ActionError) {
    guard reserve(for: draft) else { throw .mailboxFull }
  }
}

extension ActionError {
  static let mailboxFull = ActionError.forbidden("mailbox-full", "The recipient's mailbox is full.")
}
