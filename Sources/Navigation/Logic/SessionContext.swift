import JSON

/// The identity of a session, as expressions read it.
package struct SessionContext: Sendable {
  package var id = ""
  package var key: String?
  package var labels: Labels = [:]
  /// The revision before the change.
  package var revision = 1
  /// The data with which the session began as JSON, if it differs from the definition's.
  package var initialData: [UInt8]?

  /// The session whose message the change carries out; nil: it carries out none.
  package var sender: String?
  /// The credential of the request; nil: it had none, or no request asked for the change.
  package var by: Attribution?

  /// The number of calls without an answer.
  package var calls = 0
  /// The calls among them that have names.
  package var namedCalls: [NamedCall] = []

  package init() {}

  package init(
    id: String, key: String? = nil, labels: Labels = [:], revision: Int = 1, initialData: [UInt8]? = nil,
    calls: Int = 0, namedCalls: [NamedCall] = []
  ) {
    self.id = id
    self.key = key
    self.labels = labels
    self.revision = revision
    self.initialData = initialData
    self.calls = calls
    self.namedCalls = namedCalls
  }
}
