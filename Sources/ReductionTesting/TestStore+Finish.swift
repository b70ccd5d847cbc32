import Reduction

extension TestStore {
  /// Ends the test. Fails once for each action or effect that the test did not expect.
  public func finish(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line)
    isFinished = true
    requireNothingToReceive("finish()", at: location)
    for output in record.outputs {
      fail("finish(): the output \(output) was not expected. Call expectOutput(…).", at: location)
    }
    for (recipient, message) in record.messages {
      fail("finish(): the message \(message) to \(recipient) was not expected. Call expectMessage(…).", at: location)
    }
    for id in record.cancelled {
      fail("finish(): the cancellation of \(id) was not expected. Call expectCancelled(…).", at: location)
    }
    for pending in record.delayed.waiting where pending.due > time && !record.named.contains(pending.number) {
      fail("finish(): \(text(pending.entry)) is pending and was not expected. Call expectDelayed(…).", at: location)
    }
  }

  /// Fails once for each action to be received before `step`, and for an unexpected refusal.
  func requireNothingToReceive(_ step: String, at location: TestLocation) {
    requireNoRefusal(step, at: location)
    for action in record.fedBack.waiting {
      fail("\(step): \(action) was fed back before this and not received. Call receive(…) first.", at: location)
    }
    for due in record.delayed.waiting where due.due <= time {
      fail("\(step): \(text(due.entry)) is due and was not received. Call receive(…) first.", at: location)
    }
  }

  func requireNoRefusal(_ step: String, at location: TestLocation) {
    guard let (action, refusal) = refusal else { return }
    self.refusal = nil
    fail("\(step): \(action) was refused before this (\(refusal)). Call expectRefusal(…) first.", at: location)
  }

  /// The pending effects, as a part of a failure's text.
  var pendingHint: String {
    guard !record.delayed.waiting.isEmpty else { return "" }
    return " Pending: " + record.delayed.waiting.map { text($0.entry) }.joined(separator: ", ") + "."
  }

  private func text(_ delayed: DelayedEffect) -> String {
    "\(delayed.action) (id \(delayed.id), after \(delayed.delay))"
  }
}
