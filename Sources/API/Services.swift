import Support
import Sessions
import Webhooks

/// The parts of the server that the controllers work with. Each controller gets only those that it needs.
struct Services: Sendable {
  let registry: SessionRegistry
  let catalogue: AppCatalogue
  let journal: any Journal
  let webhooks: WebhookSender
  let configuration: API.Configuration
  let appKeys: AppKeys
  let operators: Operators
  let metrics: MetricsPage
  let now: WallClock
  let elapsed: MonotonicClock
}
