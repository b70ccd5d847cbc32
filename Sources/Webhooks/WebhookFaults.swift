/// The faults of an invalid webhook.
package struct WebhookFaults: Error, Equatable {
  /// The faults, in the order of the members.
  package let faults: [Fault]

  /// A fault of one member.
  package struct Fault: Sendable, Equatable {
    package let member: Member
    /// The fault: what was wrong, with which value, and what would work.
    package let detail: String
  }

  /// The faulty member of the JSON.
  package enum Member: String, Sendable {
    case name, url, apps, outputs, secret
  }
}
