import JSON
import Sessions

extension WriteConnection {
  func perform(_ write: WebhookWrite) throws(SQLiteError) {
    switch write {
    case .put(let webhook):
      (hasWebhooks, hasChangedWebhooks) = (nil, true)
      try put(webhook)
    case .remove(let name):
      (hasWebhooks, hasChangedWebhooks) = (nil, true)
      for statement in webhooks.remove {
        statement.bind(name)
        try statement.run()
      }
    case .park(let name, let reason, let since):
      webhooks.park.bind(reason)
      webhooks.park.bind(since)
      webhooks.park.bind(name)
      try webhooks.park.run()
    case .resume(let name):
      webhooks.resume.bind(name)
      try webhooks.resume.run()
    case .acknowledge(let positions):
      for position in positions {
        webhooks.acknowledge.bind(position)
        try webhooks.acknowledge.run()
      }
    }
  }

  /// Inserts deliveries of a change's outputs for the webhooks that select them.
  func address(_ change: Change) throws(SQLiteError) {
    // Without webhooks the database is not queried (decision 0018).
    guard try anyWebhooks() else { return }
    let statement = webhooks.address
    defer { statement.reset() }
    bind(change.session, to: statement)
    statement.bind(change.revision)
    statement.bind(change.at)
    statement.bind(text: Array(change.text[change.outputs]))
    statement.bind(text: change.origin.by?.json.bytes)
    statement.bind(blob: change.origin.requestID?.bytes)
    while try statement.step() { addressees.insert(statement.text(0)) }
  }

  /// Resets the state of the transaction before each attempt: that of an earlier or failed one no longer holds.
  func forgetAddressees() {
    if !addressees.isEmpty { addressees.removeAll(keepingCapacity: true) }
    if hasChangedWebhooks { (hasWebhooks, hasChangedWebhooks) = (nil, false) }
  }

  private func anyWebhooks() throws(SQLiteError) -> Bool {
    if let hasWebhooks { return hasWebhooks }
    let found = try webhooks.exist.fetchOne { $0.integer(0) != 0 } ?? false
    hasWebhooks = found
    return found
  }

  private func put(_ webhook: StoredWebhook) throws(SQLiteError) {
    webhooks.put.bind(webhook.name)
    webhooks.put.bind(webhook.url)
    webhooks.put.bind(text: JSONValue.array(webhook.apps.map(JSONValue.string)).bytes)
    webhooks.put.bind(text: JSONValue.array(webhook.outputs.map(JSONValue.string)).bytes)
    webhooks.put.bind(webhook.secret)
    try webhooks.put.run()
  }
}
