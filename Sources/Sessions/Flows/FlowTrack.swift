import JSON
import Navigation

/// The way of a session between screens since its stored snapshot.
///
/// The counts of flows change in the transaction that stores the next snapshot. So each change is counted once, whatever ends the
/// process: a change that is in no snapshot is followed again when its session is loaded.
package struct FlowTrack: Sendable {
  /// The way from the last snapshot that was stored for certain.
  private var way: FlowWay
  /// The number of steps in the last snapshot that was taken, and its end. It may not be stored yet.
  private var taken: (steps: Int, end: CountedFlow?) = (0, nil)

  /// The way of a new session, which enters its first screen.
  init(creating tree: Tree, at time: Int64) {
    let start = FlowPosition(screen: "", route: "", version: tree.appVersion, enteredAt: nil)
    let entry = FlowStep(revision: 1, at: time, position: FlowPosition(tree, enteredAt: time), cause: .other)
    way = FlowWay(start: start, counted: nil, steps: [entry])
  }

  /// The way of a session from its snapshot on.
  ///
  /// - Parameter counted: nil: the session is not counted, such as an imported one.
  init(from tree: Tree, _ counted: CountedFlow?) {
    way = FlowWay(start: FlowPosition(tree, enteredAt: counted?.enteredAt), counted: counted)
  }

  /// The version that the session was on last.
  var version: Int { (way.steps.last?.position ?? way.start).version }

  /// Whether there are steps that no snapshot has, and steps of one that may not be stored yet.
  var isBehind: Bool { way.steps.count > taken.steps }
  var isUnconfirmed: Bool { taken.steps > 0 }

  /// Whether a snapshot should be stored for the way alone.
  var isLong: Bool { way.steps.count - taken.steps >= 256 }

  /// Follows a change. Most changes leave the screen as it is, and add nothing.
  mutating func record(_ revision: Int, at time: Int64, _ tree: Tree, by cause: @autoclosure () -> FlowCause) {
    // The recovery of a session checks the tree when all changes are applied.
    guard let current = tree.currentName else { return }
    let former = way.steps.last?.position ?? way.start
    let moves = current.id != former.screen
    let last = way.steps.last?.at ?? way.counted?.at
    guard moves || former.version != tree.appVersion || last.map(FlowSpan.minute) != FlowSpan.minute(time) else {
      return
    }
    var next = former
    if moves { (next.screen, next.enteredAt) = (current.id, time) }
    // A migration may have renamed the route.
    next.route = current.route
    next.version = tree.appVersion
    way.steps.append(FlowStep(revision: revision, at: time, position: next, cause: moves ? cause() : nil))
  }

  /// Drops the changes after a revision, which were rolled back.
  mutating func rollBack(to revision: Int) {
    while let last = way.steps.last, last.revision > revision { way.steps.removeLast() }
  }

  /// The way up to a revision, for its snapshot.
  ///
  /// - Parameter time: The time of the revision, in milliseconds since 1970.
  func way(upTo revision: Int, at time: Int64, labels: Labels) -> FlowWay {
    var part = way
    while let last = part.steps.last, last.revision > revision { part.steps.removeLast() }
    (part.endedAt, part.labels) = (time, labels)
    return part
  }

  /// Records that a way is about to be stored.
  mutating func take(_ way: FlowWay) { taken = (way.steps.count, way.end) }

  /// Drops what was taken last, which is stored.
  mutating func confirm() {
    if taken.steps > 0 { way = way.rest(after: taken.steps, counted: taken.end) }
    taken = (0, nil)
  }

  /// Records that what was taken last is not stored.
  mutating func giveBack() { taken = (0, nil) }
}

/// The way of a session from a stored snapshot to the next one.
package struct FlowWay: Sendable {
  /// The position at the beginning.
  fileprivate(set) var start: FlowPosition
  /// The session among those that stay on their last screen; nil: it is not counted there.
  fileprivate(set) var counted: CountedFlow?
  fileprivate(set) var steps: [FlowStep] = []
  /// The time of the last change, in milliseconds since 1970: in the minute of the last step.
  fileprivate(set) var endedAt: Int64 = 0
  /// The labels by which the way is counted.
  fileprivate(set) var labels: Labels = [:]

  package var isEmpty: Bool { steps.isEmpty }

  /// The session as it is counted at the end; nil: it is not.
  package var end: CountedFlow? {
    guard let last = steps.last else { return counted }
    return CountedFlow(at: endedAt, enteredAt: last.position.enteredAt ?? last.at, labels: labels)
  }

  /// The way after a revision that another server has stored.
  package func rest(afterRevision revision: Int, counted: CountedFlow?) -> FlowWay {
    let count = steps.prefix { $0.revision <= revision }.count
    return count == 0 ? self : rest(after: count, counted: counted)
  }

  /// The way without its first steps.
  fileprivate func rest(after count: Int, counted: CountedFlow?) -> FlowWay {
    var rest = self
    // Both are within the steps, which a rollback does not take from: it ends at a committed revision.
    rest.start = steps.prefix(count).last?.position ?? start
    rest.start.enteredAt = counted?.enteredAt
    rest.counted = counted
    rest.steps.removeFirst(min(count, steps.count))
    return rest
  }
}

/// A change that leads to another screen, to another version, or into another minute.
struct FlowStep: Sendable {
  let revision: Int
  /// Milliseconds since 1970.
  let at: Int64
  let position: FlowPosition
  /// nil: the screen is the same.
  let cause: FlowCause?
}

/// The position of a session in its app.
struct FlowPosition: Sendable {
  var screen: Screen.ID
  /// Empty before the first screen.
  var route: String
  var version: Int
  /// When the screen was entered; nil: not known.
  var enteredAt: Int64?
}

extension FlowPosition {
  init(_ tree: Tree, enteredAt: Int64?) {
    let current = tree.currentName
    self.init(
      screen: current?.id ?? "", route: current?.route ?? "", version: tree.appVersion, enteredAt: enteredAt)
  }
}

/// A session among those that stay on their last screen, as its snapshot has it.
package struct CountedFlow: Sendable, Equatable {
  /// The time of the snapshot's last change, in milliseconds since 1970.
  package let at: Int64
  /// When the session entered its screen.
  package let enteredAt: Int64
  /// The labels by which it is counted.
  package let labels: Labels

  package init(at: Int64, enteredAt: Int64, labels: Labels) {
    self.at = at
    self.enteredAt = enteredAt
    self.labels = labels
  }

  /// - Parameter labels: As `labelsText`; damaged text has none.
  package init(at: Int64, enteredAt: Int64, labels: [UInt8]?) {
    let object = labels.flatMap { try? JSONValue(parsing: $0).objectValue } ?? [:]
    self.init(
      at: at, enteredAt: enteredAt,
      labels: Labels(object.map { ($0.name, $0.value.stringValue ?? "") }))
  }

  /// The labels as a JSON object; nil: there are none.
  package var labelsText: [UInt8]? {
    guard !labels.isEmpty else { return nil }
    return JSONValue.object(labels.json).bytes
  }
}
