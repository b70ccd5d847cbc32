import Glibc
import HTTP

extension EventLoop {
  /// Takes an answer from any thread.
  func take(_ answer: consuming Answer) {
    if isAnswering(on: answer.connection) {
      self.answer(answer.number, of: answer.connection, with: answer.response)
    } else {
      mailbox.post(answer)
    }
  }

  func answer(_ number: UInt32, of connection: Connection, with response: Response, isStream: Bool = false) {
    connection.conversation.answer(number, with: response, isStream: isStream, into: &outbound, date: date.bytes)
  }

  /// - Returns: Whether there was something in it; if not, who puts something there wakes the loop.
  func emptyMailbox() -> Bool {
    guard mailbox.take(&mail) else { return false }
    var content = Mailbox.Content()
    swap(&content, &mail)
    for errand in content.firstErrands { errand(self) }
    deliver(content.answers)
    if !content.deliveries.isEmpty {
      // Whoever was just answered and shares this processor goes on first; listeners can wait for that long.
      sched_yield()
      deliver(content.deliveries)
    }
    for errand in content.errands { errand(self) }
    content.answers.removeAll(keepingCapacity: content.answers.capacity <= 1024)
    content.deliveries.removeAll(keepingCapacity: content.deliveries.capacity <= 4096)
    content.errands = []
    content.firstErrands = []
    mail = content
    return true
  }

  private func deliver(_ answers: [Answer]) {
    for (index, answer) in answers.enumerated() where answer.connection.isOpen {
      self.answer(answer.number, of: answer.connection, with: answer.response)
      // Answers to pipelined requests often come in a row: one write for all of them.
      let following = index + 1
      if following == answers.count || answers[following].connection !== answer.connection { serve(answer.connection) }
    }
  }
}
