import JSON
import Webhooks

extension WebhookController {
  /// The documentation of the routes.
  enum Documentation {
    static let list = Operation(
      "listWebhooks", "The webhooks",
      answers: .json(200, .items(.ref("Webhook")), "By name"))

    static let read = Operation(
      "readWebhook", "A webhook, and how it is doing",
      answers: .json(200, .ref("Webhook"), "All but its secret"),
      problems: ProblemKind.named("no-such-webhook"))

    static let put = Operation(
      "putWebhook", "Sets up a webhook", "The outputs of sessions are sent to it from then on.",
      body: Operation.Body(
        .object(
          ["url": .pattern(#"^https?://[a-z0-9.-]+(:[0-9]+)?(/[!-~]*)?$"#), "secret": .text(Secret.lengths)],
          optional: ["apps": .filter(.ref("Name")), "outputs": .filter(.text(1...128))]),
        example: ["url": "https://example.com/hooks", "secret": "0123456789abcdef"]),
      answers: .json(200, .ref("Webhook"), "It was there"), .json(201, .ref("Webhook"), "It is new"),
      problems: ProblemKind.body + ProblemKind.storage
        + ProblemKind.named("missing-member", "bad-member", "bad-webhook", "too-many-webhooks"))

    static let remove = Operation(
      "removeWebhook", "Removes a webhook, with all that waits for it",
      answers: .empty(204, "It is gone"),
      problems: ProblemKind.storage + ProblemKind.named("no-such-webhook"))

    static let resume = Operation(
      "resumeWebhook", "Sends what has waited",
      answers: .json(200, .ref("Webhook"), "How it is doing"),
      problems: ProblemKind.storage + ProblemKind.named("no-such-webhook"))
  }
}
