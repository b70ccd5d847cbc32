/// A receiver of outputs: an HTTP server that another party runs.
package struct Webhook: Sendable, Equatable {
  /// The unique name.
  package let name: String
  /// The URL to which outputs are sent with POST.
  package let url: String
  /// The apps whose outputs are delivered; empty: all apps.
  package let apps: [String]
  /// The names of the outputs that are delivered; empty: all outputs.
  package let outputs: [String]
  /// The key that signs deliveries.
  package let secret: Secret
  package var state: State

  /// Whether outputs are sent.
  package enum State: Sendable, Equatable {
    case active
    /// Deliveries are kept but not sent until the webhook is resumed.
    case parked(Parking)
  }

  /// The reason and time of disabling a webhook.
  package struct Parking: Sendable, Equatable {
    package let reason: String
    /// Milliseconds since 1970.
    package let since: Int64

    /// Creates the reason and time of disabling a webhook.
    package init(reason: String, since: Int64) {
      self.reason = reason
      self.since = since
    }
  }

  /// Creates a webhook from validated parts.
  ///
  /// - Throws: `WebhookFaults` with the faults of all parts.
  package init(
    name: String, url: String, apps: [String] = [], outputs: [String] = [], secret: String, state: State = .active
  ) throws(WebhookFaults) {
    var faults: [WebhookFaults.Fault] = []
    Self.check(name: name, &faults)
    Self.check(url: url, &faults)
    Self.check(apps: apps, &faults)
    Self.check(outputs: outputs, &faults)
    let read = Secret(secret)
    if read == nil { faults.append(Secret.fault) }
    guard faults.isEmpty, let read else { throw WebhookFaults(faults: faults) }
    self.name = name
    self.url = url
    self.apps = apps
    self.outputs = outputs
    self.secret = read
    self.state = state
  }
}
