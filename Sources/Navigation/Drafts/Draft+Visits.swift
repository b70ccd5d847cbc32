// The visits to screens, of apps whose root goes back chronologically. Others have none, and nothing is recorded.

/// The visit that a change ends, if another screen is current after it.
struct EndingVisit {
  /// The screen that was current before the change, or to which it has gone back.
  var screen: Screen.ID
  /// The visits before that one.
  var former: [Screen.ID]
  /// The visits that the change has recorded last.
  var recorded: [Screen.ID]
}

extension Draft {
  /// Begins to record visits, before the first action of a change.
  mutating func beginVisit() {
    guard let visits = tree.root.focus.visits, endingVisit == nil else { return }
    endingVisit = EndingVisit(screen: tree.current.id, former: visits, recorded: visits)
  }

  /// Records the visit that the change has ended so far. Of several actions the end counts: each records anew.
  mutating func recordVisit() {
    guard let visits = tree.root.focus.visits, var visit = endingVisit else { return }
    // An action has replaced the root with its visits.
    if visits != visit.recorded { visit.former = visits }
    visit.recorded = visit.former
    if tree.current.id != visit.screen { visit.recorded.append(visit.screen) }
    visit.recorded = visit.recorded.suffix(Container.Focus.mostVisits)
    setVisits(to: visit.recorded)
    endingVisit = visit
  }

  /// Takes off the last visit to a screen that is still there, with those after it.
  ///
  /// - Returns: The screen; nil: there is none, and all visits are taken off.
  mutating func takeVisit() -> Screen.ID? {
    beginVisit()
    guard var visit = endingVisit else { return nil }
    var visits = visit.former
    if tree.current.id != visit.screen { visits.append(visit.screen) }
    let last = tree.lastVisit(in: visits)
    visit.former = Array(visits[..<(last ?? 0)])
    endingVisit = visit
    return last.map { visits[$0] }
  }

  /// Ends going back: the screen that was left is no visit.
  mutating func endGoingBack() {
    endingVisit?.screen = tree.current.id
  }

  private mutating func setVisits(to visits: [Screen.ID]) {
    // In a stack, clients receive an index that is right also when the step is undone: before what else the change did.
    let former = tree.root.shownFocus
    guard former.visits != visits else { return }
    var new = former
    new.visits = visits
    perform(.focus(tree.root.id, former: former, new: new))
  }
}
