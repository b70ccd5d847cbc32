import JSON
import Reduction

/// A tree in the hands of reducers: each step is recorded, and all of them can be taken back.
///
/// Does not decide anything; the reducers do. Does not persist anything; what `finish()` gives is for the journal.
public struct Draft: Sendable {
  public private(set) var tree: Tree
  /// The steps since the last `finish()`.
  public private(set) var edits: [Edit] = []
  /// Whether one of them may make the tree deeper.
  package private(set) var bringsContainers = false
  /// What reducers sent out since then.
  public private(set) var outputs: [SentOutput] = []
  /// What reducers sent to other sessions since then.
  public private(set) var messages: [SentMessage] = []
  /// When the change is made, in milliseconds since 1970: what delays count from.
  public private(set) var now: Int64 = 0
  private(set) var timerLimits = Timer.Limits()
  private var lastIDBefore: Int

  public init(_ tree: Tree) {
    self.tree = tree
    self.lastIDBefore = tree.lastID
  }

  /// Says when the next change is made, and what of timers it may ask for.
  ///
  /// - Parameter now: Milliseconds since 1970.
  public mutating func begin(at now: Int64, timers limits: Timer.Limits = Timer.Limits()) {
    self.now = now
    timerLimits = limits
  }

  public var isEmpty: Bool { edits.isEmpty && outputs.isEmpty && messages.isEmpty }

  /// A container of the tree, looked at in its place.
  public subscript(id: Container.ID) -> Container {
    @inline(__always) _read { yield tree[id] }
  }

  public mutating func perform(_ edit: Edit) {
    if !tree.timers.isEmpty { cancelTimers(lostBy: edit) }
    tree.apply(edit)
    if edit.bringsContainers { bringsContainers = true }
    edits.append(edit)
  }

  public mutating func send(_ output: SentOutput) {
    outputs.append(output)
  }

  public mutating func send(_ message: SentMessage) {
    messages.append(message)
  }

  public mutating func makeID() -> String { tree.makeID() }
  mutating func makeTimerID() -> Timer.ID { tree.makeTimerID() }

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

  /// Ends a change that holds: what led to it, and a draft that begins anew.
  public mutating func finish() -> (edits: [Edit], outputs: [SentOutput]) {
    defer {
      edits = []
      bringsContainers = false
      outputs = []
      messages = []
      lastIDBefore = tree.lastID
    }
    return (edits, outputs)
  }

  /// Ends a change that was refused: the tree is as it was.
  public mutating func rollBack() {
    for edit in edits.reversed() { tree.apply(edit.inverse) }
    edits = []
    bringsContainers = false
    outputs = []
    messages = []
    tree.forgetIDs(after: lastIDBefore)
  }

  /// Takes back a change that was finished, when it could not be made durable.
  public mutating func revert(_ edits: [Edit]) {
    for edit in edits.reversed() { tree.apply(edit.inverse) }
  }

  /// Applies a change that was recorded, as it was recorded: no reducer runs.
  public mutating func replay(_ edits: [Edit]) {
    for edit in edits { tree.apply(edit) }
    lastIDBefore = tree.lastID
  }

  /// Once all changes are replayed: the timers that are pending, whatever of them the changes tell.
  package mutating func restore(timers: [Timer]) {
    tree.restore(timers: timers)
    lastIDBefore = tree.lastID
  }
}

/// What a reducer sent out, as the client and the log see it.
public struct SentOutput: Sendable, Equatable {
  public let name: String
  public let value: JSONValue

  public init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }
}
