import Reduction

extension TestStore {
  /// Expects `output` to be the oldest output that is not expected yet.
  public func expectOutput<Value: Output>(
    _ output: Value, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line)
    guard !record.outputs.isEmpty else { return fail("expectOutput(\(output)): no output was sent.", at: location) }
    let sent = record.outputs.removeFirst()
    if sent as? Value != output {
      fail("expectOutput: a different one was sent (− expected, + sent):\n\(difference(output, sent))", at: location)
    }
  }

  /// Expects `message` to be the oldest message that is not expected yet.
  ///
  /// - Parameters:
  ///   - recipient: The id of the recipient's session.
  ///   - message: The expected message.
  public func expectMessage<Value: Message>(
    to recipient: String, _ message: Value,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line)
    guard !record.messages.isEmpty else { return fail("expectMessage(\(message)): no message was sent.", at: location) }
    let sent = record.messages.removeFirst()
    if sent.recipient != recipient {
      fail("expectMessage(\(message)): it went to \(sent.recipient), not to \(recipient).", at: location)
    }
    if sent.message as? Value != message {
      let difference = difference(message, sent.message)
      fail("expectMessage: a different one was sent (− expected, + sent):\n\(difference)", at: location)
    }
  }

  /// Expects a pending delayed effect. It may stay pending until the end of the test.
  ///
  /// - Parameters:
  ///   - action: The action of the effect.
  ///   - id: The name of the effect.
  ///   - delay: The delay that the reducer requested, regardless of the time that passed since.
  public func expectDelayed(
    _ action: Action, id: EffectID, after delay: Duration,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line)
    guard let waiting = record.delayed.waiting.first(where: { $0.entry.id == id }) else {
      return fail("expectDelayed(\(action)): nothing is pending under the id \(id).\(pendingHint)", at: location)
    }
    let pending = waiting.entry
    record.named.insert(waiting.number)
    if pending.delay != delay {
      fail("expectDelayed(\(action)): \(id) is due after \(pending.delay), not after \(delay).", at: location)
    }
    if pending.action != action {
      let difference = difference(action, pending.action)
      fail("expectDelayed: \(id) has a different action (− expected, + actual):\n\(difference)", at: location)
    }
  }

  /// Expects `id` to be the oldest delayed effect that was cancelled or replaced and is not expected yet.
  public func expectCancelled(
    _ id: EffectID, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line)
    guard !record.cancelled.isEmpty else {
      return fail("expectCancelled(\(id)): nothing pending was cancelled.\(pendingHint)", at: location)
    }
    let cancelled = record.cancelled.removeFirst()
    if cancelled != id { fail("expectCancelled(\(id)): \(cancelled) was cancelled.", at: location) }
  }

  /// Expects the last action to be refused.
  ///
  /// - Returns: The refusal, for further checks; nil when the action was accepted.
  @discardableResult
  public func expectRefusal(
    code: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> Refusal? {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line)
    guard let (action, refusal) = refusal else {
      fail("expectRefusal(\(code)): nothing was refused.", at: location)
      return nil
    }
    self.refusal = nil
    if refusal.code != code {
      fail("expectRefusal(\(code)): \(action) was refused with \(refusal).", at: location)
    }
    return refusal
  }

  /// Lets time pass. The actions that fall due are then to be received, in the order of time.
  public func advance(
    by duration: Duration, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line)
    requireNothingToReceive("advance(by: \(duration))", at: location)
    time += duration
  }

  private func difference(_ expected: Any, _ actual: Any) -> StateDifference {
    StateDifference(expected: expected, actual: actual)
  }
}
