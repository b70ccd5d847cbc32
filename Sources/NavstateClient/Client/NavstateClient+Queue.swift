import Foundation
import JSON

extension NavstateClient {
  /// Accepts a request: predicts its effect, stores it and sends it after those before it.
  func enqueue(_ path: String, _ body: JSONObject) -> SentRequest {
    let sent = SentRequest()
    guard !connection.isFinal else {
      sent.end(.failure(.closed))
      return sent
    }
    var next = model
    let request = next.request(path, body, at: Self.now)
    next.append(request)
    do {
      // Before the effect is seen: what the user has seen survives the end of the app.
      try configuration.queue.save(next.queue, session: credentials.id)
    } catch {
      sent.end(.failure(.notStored(error)))
      return sent
    }
    model = next
    waiting[request.key] = sent
    show(.request)
    deliver()
    return sent
  }

  /// Sends the requests of the queue, unless that is going on.
  func deliver() {
    guard sending == nil, !model.queue.isEmpty, !connection.isFinal else { return }
    sending = Task {
      await sendAll()
      sending = nil
      // A request that came after the last look at the queue found `sending` set.
      deliver()
    }
  }

  private func sendAll() async {
    var backoff = RetryBackoff()
    while let request = model.queue.first, !connection.isFinal {
      guard !isExpired(request) else {
        refuse(request, .expired)
        continue
      }
      model.beginSending()
      let delivery = await attempt(request)
      guard !connection.isFinal else { return }
      switch delivery {
      case .done, .refused:
        end(request, delivery)
        backoff.reset()
      case .failed(let problem, let isPostponed):
        model.endAttempt(isPostponed: isPostponed)
        show(.confirmation)
        await pause(for: backoff.next(retryAfter: problem.retryAfter), isCutShort: problem.status == 0)
      }
    }
  }

  /// Waits before the next attempt.
  ///
  /// - Parameter isCutShort: Whether it ends when the event stream is open again.
  private func pause(for duration: Duration, isCutShort: Bool) async {
    let sleep = configuration.sleep
    // A pause that is cancelled ends like another one: the next attempt follows, or the client has ended.
    let pause = Task<Void, Never> { _ = try? await sleep(duration) }
    retryPause = isCutShort ? pause : nil
    await withTaskCancellationHandler {
      await pause.value
    } onCancel: {
      pause.cancel()
    }
    retryPause = nil
  }

  private func attempt(_ request: QueuedRequest) async -> SendOutcome {
    do throws(NavstateProblem) {
      let message = try endpoint.request(
        "POST", "\(path)/\(request.path)", request.body, fields: ["Idempotency-Key": request.key])
      return SendOutcome(try await endpoint.send(message))
    } catch {
      return .failed(error, isPostponed: false)
    }
  }

  private func end(_ request: QueuedRequest, _ delivery: SendOutcome) {
    switch delivery {
    case .done(let receipt, let session, let newIDs):
      let serverIDs = model.confirm(session, newIDs: newIDs)
      storeRest()
      show(.confirmation, serverIDs: serverIDs)
      waiting.removeValue(forKey: request.key)?.end(.success(receipt.with(serverIDs: serverIDs)))
    case .refused(let problem) where problem.refusesSession: end(.refused(problem), problem)
    case .refused(let problem), .failed(let problem, _): refuse(request, problem)
    }
  }

  private func refuse(_ request: QueuedRequest, _ problem: NavstateProblem) {
    model.refuse()
    storeRest()
    show(.rolledBack(problem))
    waiting.removeValue(forKey: request.key)?.end(.failure(problem))
  }

  /// Stores the queue without an answered request.
  private func storeRest() {
    do {
      try configuration.queue.save(model.queue, session: credentials.id)
    } catch {
      show(.queueNotStored(.notStored(error)))
    }
  }

  /// Stores the confirmed state, with which a later client begins without a connection.
  func storeSnapshot() {
    do {
      try configuration.queue.save(confirmed, session: credentials.id)
    } catch {
      show(.queueNotStored(.notStored(error)))
    }
  }

  private func isExpired(_ request: QueuedRequest) -> Bool {
    Double(Self.now) - Double(request.createdAt) > configuration.maximumAge * 1_000
  }

  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
}

extension NavstateProblem {
  fileprivate static func notStored(_ error: any Error) -> NavstateProblem {
    NavstateProblem(code: "queue-not-stored", "The queue cannot be stored: \(error).")
  }

  fileprivate static let expired = NavstateProblem(
    code: "action-expired", "The request waited longer than the queue keeps requests. It may have been carried out.")
}
