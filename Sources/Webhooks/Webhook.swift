/// Somebody else's server that is sent outputs.
package struct Webhook: Sendable, Equatable {
  package let name: String
  package let url: String
  /// Of which apps; of all when empty.
  package let apps: [String]
  /// Which outputs, by name; all when empty.
  package let outputs: [String]
  package let secret: Secret
  package var state: State

  package enum State: Sendable, Equatable {
    case active
    /// Nothing is sent, and what is to be sent is kept, until somebody resumes it.
    case parked(Parking)
  }

  package struct Parking: Sendable, Equatable {
    package let reason: String
    /// Milliseconds since 1970.
    package let since: Int64

    package init(reason: String, since: Int64) {
      self.reason = reason
      self.since = since
    }
  }

  /// - Throws: All that is wrong with the parts.
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
