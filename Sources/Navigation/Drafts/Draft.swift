import JSON
import Reduction

/// A tree under change: it records each step, so that a change can be rolled back or stored.
///
/// A draft performs steps, it does not decide on them. Reducers call it; ``finish()`` returns the recorded ``Edit``s
/// for the journal.
///
/// ```swift
/// var draft = Draft(tree)
/// draft.begin(at: now)
/// do {
///   try app.reduce(action, &draft)
///   let (edits, outputs) = draft.finish()
///   // Store the edits, send the outputs.
/// } catch {
///   draft.rollBack()
/// }
/// ```
///
/// ## Topics
///
/// ### Making a change
/// - ``begin(at:timers:)``
/// - ``perform(_:)``
/// - ``setParams(of:to:)``
/// - ``setState(of:to:)``
/// - ``setData(to:)``
/// - ``schedule(_:of:after:_:)``
/// - ``cancel(_:of:)``
///
/// ### Ending a change
/// - ``finish()``
/// - ``rollBack()``
///
/// ### Replaying and undoing
/// - ``replay(_:)``
/// - ``revert(_:)``
public struct Draft: Sendable {
  /// The tree with all steps so far.
  public private(set) var tree: Tree
  /// Whether a step may have made the tree deeper.
  package private(set) var bringsContainers = false
  /// Whether a value of the tree may be kept as its text.
  private var holdsText = false
  /// The steps since the last `finish()`.
  public private(set) var edits: [Edit] = []
  /// The time of the change in milliseconds since 1970, from which delays are counted.
  public private(set) var now: Int64 = 0
  private(set) var timerLimits = Timer.Limits()
  private var lastIDBefore: Int
  /// The outputs of reducers since the last `finish()`.
  public private(set) var outputs: [SentOutput] = []
  /// The messages of reducers to other sessions since the last `finish()`.
  public private(set) var messages: [SentMessage] = []
  /// The requests of steps to other servers since the last `finish()`.
  public private(set) var calls: [SentCall] = []
  /// Whether the change ends the calls without an answer.
  package private(set) var endsCalls = false
  /// The calls without an answer that the change ends.
  package private(set) var endedCalls: [NamedCall] = []
  /// The refusal of a part without which the change is made.
  package private(set) var dropped: ActionError?
  /// The screens that an action may make again.
  package var reopening = Reopening()
  /// The visit that the change ends; nil: none is recorded.
  var endingVisit: EndingVisit?
  /// The session's identity, for expressions of this change.
  package var session = SessionContext()
  /// The numbers of the ids that a repeated change makes; nil: those after the tree's last one.
  var allotted: AllottedIDs?

  /// Creates a draft of a tree.
  public init(_ tree: Tree) {
    self.tree = tree
    self.lastIDBefore = tree.lastID
  }

  /// Sets the time of the next change and the limits of its timers.
  ///
  /// - Parameters:
  ///   - now: The time in milliseconds since 1970.
  ///   - limits: The limits of the session's timers.
  public mutating func begin(at now: Int64, timers limits: Timer.Limits = Timer.Limits()) {
    self.now = now
    timerLimits = limits
  }

  /// Whether nothing was changed or sent since the last `finish()`.
  public var isEmpty: Bool {
    edits.isEmpty && outputs.isEmpty && messages.isEmpty && calls.isEmpty && endedCalls.isEmpty
  }

  /// A container of the tree, read in place.
  public subscript(id: Container.ID) -> Container {
    @inline(__always) _read { yield tree[id] }
  }

  /// Applies a step and records it, and cancels the timers of screens that it removes.
  public mutating func perform(_ edit: Edit) {
    // Before the step: undone in reverse, the timers come back after the screens that they belong to.
    if !tree.timers.isEmpty { cancelTimers(lostBy: edit) }
    tree.apply(edit)
    if edit.bringsContainers { bringsContainers = true }
    edits.append(edit)
  }

  /// Records an output for clients.
  public mutating func send(_ output: SentOutput) {
    outputs.append(output)
  }

  /// Records a message to another session.
  public mutating func send(_ message: SentMessage) {
    messages.append(message)
  }

  /// Records a request to another server.
  mutating func ask(_ call: SentCall) throws(ActionError) {
    // Each ended call is one that the session counts, and is listed once.
    let waiting = endsCalls ? 0 : session.calls - endedCalls.count
    guard waiting + calls.count < Self.mostCalls else {
      throw .forbidden(
        "too-many-calls",
        "\(Self.mostCalls) calls wait for their answers, the limit of a session; retry when some are answered.")
    }
    calls.append(call)
  }

  /// The limit of calls without an answer.
  private static let mostCalls = 100

  /// Ends the call of that name and screen without an answer, also one of this change.
  mutating func endCall(_ id: String, of screen: Screen.ID?) {
    let call = NamedCall(id: id, screen: screen)
    calls.removeAll { $0.name == call }
    if session.namedCalls.contains(call), !endedCalls.contains(call) { endedCalls.append(call) }
  }

  /// Ends the calls without an answer, also those of this change.
  mutating func endCalls() {
    calls = []
    endsCalls = true
  }

  /// Generates an id that the session has never had.
  public mutating func makeID() -> String {
    takeAllotted().map(Tree.id) ?? tree.makeID()
  }

  mutating func makeTimerID() -> Timer.ID {
    takeAllotted().map(Tree.timerID) ?? tree.makeTimerID()
  }

  private mutating func takeAllotted() -> Int? {
    while let number = allotted?.take() {
      // The change itself may have given it to another screen, as in a restored navigation.
      let id = Tree.id(number: number)
      if tree.screen(id) == nil, tree.container(id) == nil { return number }
    }
    return nil
  }

  /// Sets a screen's params, if they differ.
  public mutating func setParams(of screen: Screen, to params: JSONObject) {
    guard params != screen.params else { return }
    perform(.params(screen.id, former: screen.params, new: params))
  }

  /// Sets a screen's state, if it differs.
  public mutating func setState(of screen: Screen, to state: JSONValue) {
    guard state != screen.state else { return }
    perform(.state(screen.id, former: screen.state, new: state))
  }

  /// Sets the app's data, if it differs.
  public mutating func setData(to data: JSONValue) {
    guard data != tree.data else { return }
    perform(.data(former: tree.data, new: data))
  }

  /// Completes a change, and returns its steps and outputs.
  public mutating func finish() -> (edits: [Edit], outputs: [SentOutput]) {
    defer {
      forget()
      session = SessionContext()
      lastIDBefore = tree.lastID
    }
    return (edits.joiningValues(), outputs)
  }

  /// Rolls back all steps since the last `finish()`. The session's identity stays for another attempt.
  public mutating func rollBack() {
    revert(edits)
    forget()
    tree.forgetIDs(after: lastIDBefore)
  }

  private mutating func forget() {
    (edits, outputs, messages, calls, endedCalls) = ([], [], [], [], [])
    (bringsContainers, endsCalls, dropped, endingVisit) = (false, false, nil, nil)
    if !reopening.isEmpty { reopening = Reopening() }
  }

  /// A state within a change, to which it can be rolled back.
  struct Mark {
    let edits: Int
    fileprivate let outputs: Int
    fileprivate let messages: Int
    fileprivate let calls: [SentCall]
    fileprivate let endsCalls: Bool
    fileprivate let endedCalls: [NamedCall]
    fileprivate let lastID: Int
    fileprivate let dropped: ActionError?
    fileprivate let endingVisit: EndingVisit?
    fileprivate let allotted: AllottedIDs?
    fileprivate let reopening: Reopening
  }

  /// The current state within the change.
  var mark: Mark {
    Mark(
      edits: edits.count, outputs: outputs.count, messages: messages.count, calls: calls, endsCalls: endsCalls,
      endedCalls: endedCalls, lastID: tree.lastID, dropped: dropped,
      endingVisit: endingVisit, allotted: allotted, reopening: reopening)
  }

  /// Rolls back the steps since a mark.
  mutating func rollBack(to mark: Mark) {
    for edit in edits[mark.edits...].reversed() { tree.apply(edit.inverse) }
    edits.removeLast(edits.count - mark.edits)
    outputs.removeLast(outputs.count - mark.outputs)
    messages.removeLast(messages.count - mark.messages)
    // Restored as a whole, since `endCall` also removes calls from before the mark.
    calls = mark.calls
    endsCalls = mark.endsCalls
    endedCalls = mark.endedCalls
    dropped = mark.dropped
    endingVisit = mark.endingVisit
    allotted = mark.allotted
    // A later screen can get the id of one whose making is rolled back.
    reopening = mark.reopening
    tree.forgetIDs(after: mark.lastID)
  }

  /// Whether the change makes the revisions before it unavailable.
  package var forgetsPast: Bool { edits.forgetPast }

  /// Records the refusal of a part without which the change is made.
  mutating func record(dropped refused: ActionError) { dropped = refused }

  /// Undoes a completed change that could not be made durable.
  public mutating func revert(_ edits: [Edit]) {
    for edit in edits.reversed() { tree.apply(edit.inverse) }
  }

  /// Applies a recorded change without running reducers.
  public mutating func replay(_ edits: [Edit]) {
    for edit in edits { tree.apply(edit) }
    lastIDBefore = tree.lastID
  }

  /// Caches the JSON of the tree's screens, and shares it with the step of a change that only inserts one.
  package mutating func cacheJSON() {
    tree.cacheJSON()
    guard edits.count == 1, case .insert(_, let container, let index) = edits[0] else { return }
    edits[0] = .insert(tree[container].screens[index], into: container, at: index)
  }

  /// Drops what the tree can derive again.
  package mutating func compact() { tree.compact() }

  /// Parses the values of the tree that are kept as their text.
  package mutating func expand() {
    if holdsText { tree.expand() }
    holdsText = false
  }

  /// Records a step after which values of the tree may be kept as their text.
  mutating func trackText(of edit: Edit) {
    holdsText = holdsText || edit.holdsText
  }

  /// Continues the generated ids after a number, and those of the next change as they are allotted.
  package mutating func makeIDs(after number: Int, _ allotted: AllottedIDs? = nil) {
    tree.forgetIDs(after: number)
    lastIDBefore = number
    self.allotted = allotted
  }

  /// Sends what another draft has sent, and ends the calls that it has ended.
  package mutating func send(_ sendings: Sendings) {
    outputs += sendings.outputs
    messages += sendings.messages
    calls += sendings.calls
    for call in sendings.endedCalls where session.namedCalls.contains(call) { endedCalls.append(call) }
    if sendings.endsCalls { endsCalls = true }
  }

  /// Sets the pending timers after all changes are replayed.
  package mutating func restore(timers: [Timer]) {
    tree.restore(timers: timers)
    lastIDBefore = tree.lastID
  }
}

/// An output of a reducer, as clients and the log receive it.
public struct SentOutput: Sendable, Equatable {
  /// The name of the output.
  public let name: String
  /// The value of the output.
  public let value: JSONValue

  /// Creates an output.
  public init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }
}
