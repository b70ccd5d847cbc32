@testable import Sessions

extension Tables.Rows {
  mutating func append(_ change: Change) {
    costs.append((change.action.count, change.text.count, change.steps?.content?.count ?? 0))
    if let list = change.steps, let content = list.content, stepLists[list.id] == nil {
      precondition(list.base.map { stepLists[$0] != nil } ?? true, "the base of a list of steps is missing")
      stepLists[list.id] = (list.base, content)
    }
    changes.append(whole(change))
  }

  private func whole(_ change: Change) -> Change {
    guard let reference = StepReference(Array(change.text[change.edits])) else { return change }
    guard let list = reference.list(find: { stepLists[$0] }) else { preconditionFailure("steps are missing") }
    let steps = reference.isInverse ? Self.inverse(list) : list
    let text = change.text[change.action] + steps + change.text[change.outputs] + (change.refusedText ?? [])
    let edits = change.action.upperBound..<change.action.upperBound + steps.count
    let outputs = edits.upperBound..<edits.upperBound + change.outputs.count
    return Change(
      session: change.session, revision: change.revision, at: change.at, actor: change.actor, text: Array(text),
      action: change.action, edits: edits, outputs: outputs,
      refused: change.refused.map { _ in outputs.upperBound..<text.count }, stateOf: change.stateOf,
      keeping: change.keeping, timers: change.timers, messages: change.messages)
  }

  private static func inverse(_ list: [UInt8]) -> [UInt8] {
    let read = { (range: Range<Int>) in Array(list[range]) }
    guard let inverse = InverseSteps(ofListWith: list.count, read: read) else { preconditionFailure("no list") }
    var steps: [UInt8] = []
    inverse.append(0..<inverse.count, to: &steps, read: read)
    return steps
  }

  mutating func perform(_ step: TimerStep) {
    switch step {
    case .set(let row):
      precondition(timers[row.id] == nil, "two timers have the same id")
      timers[row.id] = row
    case .remove(let id): timers[id] = nil
    }
  }

  var sortedContainers: [ContainerRow] { containers.values.sorted { $0.id < $1.id } }
  var sortedScreens: [ScreenRow] {
    screens.values.sorted { ($0.container, $0.position, $0.id) < ($1.container, $1.position, $1.id) }
  }
}

extension Change {
  /// The reason for the refusal of the action, as JSON.
  var refusedText: [UInt8]? { refused.map { Array(text[$0]) } }
}

extension StoredChange {
  init(_ change: Change) {
    self.init(
      revision: change.revision, at: change.at, edits: Array(change.text[change.edits]),
      outputs: Array(change.text[change.outputs]), stateOf: change.stateOf)
  }
}
