import JSON
import Navigation

/// The way to another state of a session, made from what the journal holds. Good for as long as the session stays where
/// it was.
struct Itinerary: Sendable {
  /// The revision that the way begins at.
  let origin: Int
  let edits: [Edit]
  /// The revision whose state is reached; nil: it counts as a new one.
  let stateOf: Int?
  /// What can be redone there, the next one last; nil: the journal has to be asked.
  let undone: [Int]?
}

extension Itinerary {
  /// - Parameter changes: What the journal has of the departure's way.
  init(_ departure: Departure, through changes: [PastChange]) throws(DamagedSession) {
    let origin = departure.origin
    switch departure.travel {
    case .undo:
      guard let last = changes.last, (1..<origin).contains(last.base) else { throw .missing(departure.timeline.shown) }
      self.init(
        origin: origin, edits: try Self.back(changes), stateOf: last.base,
        undone: departure.undone.map { $0 + changes.map(\.revision) })
    case .redo(let steps):
      // Known ones were read in their order; otherwise all of them were, the last one first.
      let waiting = departure.undone ?? changes.map(\.revision)
      let way = departure.undone == nil ? changes.suffix(steps).reversed() : changes
      // The way there may have been pruned.
      let isWhole = departure.undone != nil || changes.last?.base == departure.timeline.shown
      guard isWhole, let last = way.last else { throw .missing(departure.timeline.tip) }
      self.init(
        origin: origin, edits: try Self.forth(way), stateOf: last.revision,
        undone: Array(waiting.dropLast(way.count)))
    case .jump(let revision):
      // One that was made meanwhile is not of the way: the session has moved on, and the way is asked for anew.
      let way = changes.filter { $0.revision > revision && $0.revision <= origin }
      guard way.count == origin - revision else { throw .missing(revision + 1) }
      self.init(origin: origin, edits: try Self.back(way.reversed()), stateOf: nil, undone: [])
    }
  }

  private static func back(_ changes: [PastChange]) throws(DamagedSession) -> [Edit] {
    var edits: [Edit] = []
    for change in changes {
      for edit in try [Edit](stored: change.edits, of: change.revision).reversed() {
        if let step = edit.inverse.counted(from: change.at) { edits.append(step) }
      }
    }
    return edits
  }

  private static func forth(_ changes: [PastChange]) throws(DamagedSession) -> [Edit] {
    var edits: [Edit] = []
    for change in changes {
      edits += try [Edit](stored: change.edits, of: change.revision).compactMap { $0.counted(from: change.at) }
    }
    return edits
  }
}

extension Edit {
  /// A timer comes back with what was left of its time when it was taken back; one that had fired does not come back.
  fileprivate func counted(from moment: Int64) -> Edit? {
    guard case .schedule(let timer) = self else { return self }
    let rest = timer.fireAt - moment
    return rest > 0 ? .schedule(timer.firing(at: rest)) : nil
  }
}

extension DamagedSession {
  fileprivate static func missing(_ revision: Int) -> DamagedSession {
    DamagedSession(detail: "the change that made revision \(revision) is missing")
  }
}
