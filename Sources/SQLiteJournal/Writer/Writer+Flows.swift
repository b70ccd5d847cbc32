import Sessions

/// The changes of the counts of flows that `flow_log` has.
///
/// A transaction adds a row to it instead of changing ten rows of counts. Now and then all are added up.
struct FlowLog {
  /// nil: not known, after a start or a failed commit.
  private(set) var changes: FlowChanges?
  private var rows = 0

  /// Bounds of what one transaction adds up, and of what each query reads.
  private static let mostRows = 256
  private static let mostItems = 1_024

  /// Whether the next transaction adds the changes up.
  var isDue: Bool { changes.map { rows >= Self.mostRows || $0.items.count >= Self.mostItems } ?? true }

  /// Whether there are changes that are known.
  var hasRows: Bool { rows > 0 }

  mutating func append(_ new: FlowChanges) {
    rows += 1
    changes?.add(new)
  }

  mutating func empty() { (changes, rows) = (FlowChanges(), 0) }

  mutating func forget() { (changes, rows) = (nil, 0) }
}

extension Writer {
  /// Writes the changes of the counts of flows that the transaction makes.
  func writeFlows(_ transaction: inout WriteTransaction) throws(SQLiteError) {
    if transaction.addsFlowsUp || flowLog.isDue && !transaction.flows.isEmpty {
      try addFlowsUp(&transaction)
    } else if !transaction.flows.isEmpty {
      try connection.log(transaction.flows)
    }
  }

  /// Changes the counts by all that the log has and the transaction adds.
  func addFlowsUp(_ transaction: inout WriteTransaction) throws(SQLiteError) {
    var changes = FlowChanges()
    if !transaction.emptiesFlowLog {
      if let logged = flowLog.changes { changes = logged } else { changes = try connection.loggedFlows() }
      try connection.emptyFlowLog()
      transaction.emptiesFlowLog = true
    }
    changes.add(transaction.flows)
    transaction.flows.removeAll()
    var counts = FlowCounts()
    counts.add(changes)
    try connection.add(counts)
  }

  /// Records the committed changes of a transaction.
  func publishFlows(_ transaction: borrowing WriteTransaction) {
    if transaction.emptiesFlowLog { flowLog.empty() }
    if !transaction.flows.isEmpty { flowLog.append(transaction.flows) }
  }
}
