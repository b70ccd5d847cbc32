import Navigation
import Sessions

/// The credentials of sessions in one transaction.
struct AttributionRows {
  private var texts: [Key: [UInt8]] = [:]

  private struct Key: Hashable {
    let session: SessionID
    let number: Int64
  }

  mutating func add(_ attribution: Attribution?, of session: SessionID) {
    guard let stored = attribution.map(StoredAttribution.init), let text = stored.text else { return }
    texts[Key(session: session, number: stored.number)] = text
  }

  /// nil: there are none but those of all sessions.
  var command: PostgresCommand? {
    guard !texts.isEmpty else { return nil }
    let rows = Array(texts)
    var parameters = PostgresParameters()
    parameters.append(sessions: rows.map(\.key.session))
    parameters.append(int8s: rows.map(\.key.number))
    parameters.append(byteas: rows.map(\.value))
    return PostgresCommand(ChildStatements.attribute, parameters)
  }
}
