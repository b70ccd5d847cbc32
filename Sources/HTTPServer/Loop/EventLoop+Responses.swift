import Glibc
import HTTP

extension EventLoop {
  /// Takes an answer from any thread.
  func take(_ answer: consuming PendingResponse) {
    if isAnswering(on: answer.connection) {
      self.answer(answer.number, of: answer.connection, with: answer.response)
    } else {
      inbox.post(answer)
    }
  }

  func answer(_ number: UInt32, of connection: Connection, with response: Response, isStream: Bool = false) {
    connection.state.answer(number, with: response, isStream: isStream, into: &outbound, date: date.bytes)
  }

  /// - Returns: Whether there was something in it; if not, who puts something there wakes the loop.
  func drainInbox() -> Bool {
    guard inbox.take(&received) else { return false }
    var content = LoopInbox.Content()
    swap(&content, &received)
    for task in content.urgentTasks { task(self) }
    deliver(content.answers)
    if !content.streamWrites.isEmpty {
      // Whoever was just answered and shares this processor goes on first; listeners can wait for that long.
      sched_yield()
      deliver(content.streamWrites)
    }
    for task in content.tasks { task(self) }
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
      // Answers to pipelined requests often come in a row: one write for all of them.
      let following = index + 1
      if following == answers.count || answers[following].connection !== answer.connection { serve(answer.connection) }
    }
  }
}
