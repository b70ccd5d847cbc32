import Reduction

extension TestStore {
  /// Names the first output that was not named yet.
  public func expectOutput<Value: Output>(
    _ output: Value, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line)
    guard !record.outputs.isEmpty else { return fail("expectOutput(\(output)): no output was sent.", at: location) }
    let sent = record.outputs.removeFirst()
    if sent as? Value != output {
      fail("expectOutput: another was sent (− expected, + sent):\n\(difference(output, sent))", at: location)
    }
  }

  /// Names the first message that was not named yet.
  ///
  /// - Parameter recipient: The id of the session it has to be for.
  public func expectMessage<Value: Message>(
    to recipient: String, _ message: Value,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line)
    guard !record.messages.isEmpty else { return fail("expectMessage(\(message)): none was sent.", at: location) }
    let sent = record.messages.removeFirst()
    if sent.recipient != recipient {
      fail("expectMessage(\(message)): it went to \(sent.recipient), not to \(recipient).", at: location)
    }
    if sent.message as? Value != message {
      fail("expectMessage: another was sent (− expected, + sent):\n\(difference(message, sent.message))", at: location)
    }
  }

  /// Names a delayed effect that is pending. One that is named may still be pending when the test ends.
  ///
  /// - Parameter delay: As the reducer gave it, however much time has passed since.
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
      fail("expectDelayed(\(action)): \(id) comes after \(pending.delay), not after \(delay).", at: location)
    }
    if pending.action != action {
      let difference = difference(action, pending.action)
      fail("expectDelayed: \(id) brings another action (− expected, + brings):\n\(difference)", at: location)
    }
  }

  /// Names the first delayed effect, not named yet, that was cancelled, or replaced by another of its id.
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

  /// Names the refusal of the last action.
  ///
  /// - Returns: The refusal, to look at more than its code; nil when nothing was refused.
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

  /// Lets time pass. What falls due is then to be received, in the order of time.
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
