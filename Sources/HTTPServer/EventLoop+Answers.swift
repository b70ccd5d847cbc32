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

  /// Gives the responder of a request another time than all others have; from any thread.
  func expectAnswer(_ number: UInt32, of connection: Connection, within time: Duration, fallback: Response?) {
    guard isAnswering(on: connection) else {
      return mailbox.post { loop in
        guard connection.isOpen else { return }
        loop.wait(for: number, of: connection, time, fallback)
        connection.conversation.updateDeadline(at: loop.now)
      }
    }
    wait(for: number, of: connection, time, fallback)
  }

  private func wait(for number: UInt32, of connection: Connection, _ time: Duration, _ fallback: Response?) {
    // A server that stops has no time for what may come later.
    if isDraining, let fallback { return answer(number, of: connection, with: fallback) }
    let end = now + time.milliseconds
    connection.conversation.expectAnswer(Patience(number: number, end: end, fallback: fallback))
  }

  func answer(_ number: UInt32, of connection: Connection, with response: Response, isStream: Bool = false) {
    connection.conversation.answer(number, with: response, isStream: isStream, into: &outbound, date: date.bytes)
  }

  /// - Returns: Whether there was something in it; if not, who puts something there wakes the loop.
  @discardableResult
  func emptyMailbox() -> Bool {
    guard mailbox.take(&mail) else { return false }
    var content = Mailbox.Content()
    swap(&content, &mail)
    deliver(content.answers)
    if !content.deliveries.isEmpty { deliver(content.deliveries) }
    for errand in content.errands { errand(self) }
    content.answers.removeAll(keepingCapacity: content.answers.capacity <= 1024)
    content.deliveries.removeAll(keepingCapacity: content.deliveries.capacity <= 4096)
    content.errands = []
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
