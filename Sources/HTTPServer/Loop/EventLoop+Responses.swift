import Glibc
import HTTP

extension EventLoop {
  /// Accepts a response. Can be called from any thread.
  func submit(_ answer: consuming PendingResponse) {
    guard isAnswering(on: answer.connection) else { return inbox.post(answer) }
    self.answer(answer.number, of: answer.connection, with: answer.response)
  }

  func answer(_ number: UInt32, of connection: Connection, with response: Response, isStream: Bool = false) {
    connection.state.answer(number, with: response, isStream: isStream, into: &outbound, date: date.bytes)
  }

  /// Runs the content of the inbox.
  ///
  /// - Returns: Whether it had any. If not, the next post wakes the loop.
  func drainInbox() -> Bool {
    guard inbox.drain(into: &received) else { return false }
    var content = LoopInbox.Content()
    swap(&content, &received)
    for task in content.urgentTasks { task(self) }
    deliver(content.answers)
    if !content.streamWrites.isEmpty {
      // Yield before flushing event streams: clients that just got a response go first.
      sched_yield()
      deliver(content.streamWrites)
    }
    for task in content.tasks { task(self) }
    // Usual turns reuse their capacity; that of a burst is given back.
    content.answers.removeAll(keepingCapacity: content.answers.capacity <= 1024)
    content.streamWrites.removeAll(keepingCapacity: content.streamWrites.capacity <= 4096)
    content.tasks = []
    content.urgentTasks = []
    received = content
    return true
  }

  private func deliver(_ answers: [PendingResponse]) {
    for (index, answer) in answers.enumerated() where answer.connection.isOpen {
      self.answer(answer.number, of: answer.connection, with: answer.response)
      // Consecutive responses on one connection, as with pipelining, are sent in one write.
      let following = index + 1
      if following == answers.count || answers[following].connection !== answer.connection { serve(answer.connection) }
    }
  }
}
