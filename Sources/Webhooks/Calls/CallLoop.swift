/// The loop of the sender's thread: starts new requests, ends finished ones, waits.
final class CallLoop {
  private let sender: CallSender
  private var transport: CurlTransport?
  private var jobs: [Int: CallSender.Job] = [:]
  private var lastToken = 0

  init(_ sender: CallSender) {
    self.sender = sender
  }

  func run() {
    while let new = sender.take() {
      for job in new { start(job) }
      // After the new jobs: `proceed` begins their transfers, which `wait` then waits for.
      for end in transport?.proceed() ?? [] {
        jobs.removeValue(forKey: end.token)?.ended.resume(returning: CallOutcome(end))
      }
      if let transport {
        transport.wait(for: sender.wakeup.descriptor, milliseconds: .max)
      } else {
        sender.wakeup.wait(milliseconds: .max)
      }
    }
  }

  private func start(_ job: CallSender.Job) {
    lastToken += 1
    do throws(CurlError) {
      if transport == nil { transport = try CurlTransport(sender.transport) }
      try transport?.start(job.call.request, token: lastToken)
      jobs[lastToken] = job
    } catch {
      job.ended.resume(returning: .failed(reason: "unreachable", retryAfter: nil))
    }
  }
}
