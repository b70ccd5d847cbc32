import JSON
import Webhooks

extension WebhookController {
  /// The documentation of the routes.
  enum Documentation {
    static let list = Operation(
      "listWebhooks", "List the webhooks",
      answers: .json(200, .items(.ref("Webhook")), "Sorted by name"))

    static let read = Operation(
      "readWebhook", "Read a webhook and its status",
      answers: .json(200, .ref("Webhook"), "The webhook without its secret"),
      problems: ProblemKind.named("no-such-webhook"))

    static let put = Operation(
      "putWebhook", "Create or replace a webhook", "Outputs of sessions are delivered to it from then on.",
      body: Operation.Body(
        .request(
          ["url": .pattern(#"^https?://[a-z0-9.-]+(:[0-9]+)?(/[!-~]*)?$"#), "secret": .text(Secret.lengths)],
          optional: ["apps": .filter(.ref("Name")), "outputs": .filter(.text(1...128))]),
        example: ["url": "https://example.com/hooks", "secret": "0123456789abcdef"]),
      answers: .json(200, .ref("Webhook"), "It already exists"), .json(201, .ref("Webhook"), "It was created"),
      problems: ProblemKind.body + ProblemKind.storage
        + ProblemKind.named("missing-member", "bad-member", "bad-webhook", "too-many-webhooks"))

    static let remove = Operation(
      "removeWebhook", "Delete a webhook and its pending deliveries",
      answers: .empty(204, "It was deleted"),
      problems: ProblemKind.storage + ProblemKind.named("no-such-webhook"))

    static let resume = Operation(
      "resumeWebhook", "Resume the deliveries of a webhook",
      answers: .json(200, .ref("Webhook"), "The webhook and its status"),
      problems: ProblemKind.storage + ProblemKind.named("no-such-webhook"))
  }
}
