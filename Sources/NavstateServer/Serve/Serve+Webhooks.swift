import Support
import Webhooks

extension Serve {
  static func webhookSender(
    _ options: WebhookOptions, _ journal: any Storage, _ tracer: Tracer?, _ log: Log
  ) -> WebhookSender {
    let store = journal.deliveryStorage { failure in
      log(.error, "the state of webhooks cannot be written", ["reason": .string(failure.reason)])
    }
    let clock = Clock(now: Clock.system.now, date: journal.time)
    return WebhookSender(store: store, options: options, clock: clock, tracer: tracer) { report($0, in: log) }
  }

  /// Starts sending: the pending deliveries of an earlier process, and new ones.
  static func start(_ webhooks: WebhookSender, _ journal: any Storage) throws(CommandError) {
    journal.announceDeliveries { [weak webhooks] in webhooks?.announce($0) }
    do { try webhooks.start() } catch { throw CommandError("the webhooks cannot be read: \(error)") }
  }

  private static func report(_ report: WebhookReport, in log: Log) {
    switch report {
    case .failed(let webhook, let session, let reason, let failures, let milliseconds):
      log(
        .warning, "a webhook failed",
        [
          "webhook": .string(webhook), "session": .string(session), "reason": .string(reason),
          "failures": .integer(Int64(failures)), "retriedAfterMs": .integer(milliseconds),
        ])
    case .parked(let webhook, let reason):
      log(
        .error, "a webhook is disabled; POST /v1/webhooks/{name}/resume sends its pending deliveries",
        ["webhook": .string(webhook), "reason": .string(reason)])
    case .damaged(let webhook, let reason):
      log(
        .error, "a webhook is damaged and disabled; PUT /v1/webhooks/{name} replaces it",
        ["webhook": .string(webhook), "reason": .string(reason)])
    case .unreadable(let webhook, let reason):
      log(
        .error, "the deliveries of a webhook cannot be read",
        ["webhook": .string(webhook), "reason": .string(reason)])
    }
  }
}
