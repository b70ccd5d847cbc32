import Sessions

extension PostgresParameters {
  /// Appends the id of a session as `uuid`.
  mutating func append(_ session: SessionID) { append(high: session.high, low: session.low) }

  mutating func append(_ session: SessionID?) {
    if let session { append(session) } else { appendNull() }
  }

  mutating func append(sessions: some Collection<SessionID>) {
    append(.uuid, sessions) { session, writer in
      writer.write(session.high)
      writer.write(session.low)
      return true
    }
  }

  mutating func append(sessions: some Collection<SessionID?>) {
    append(.uuid, sessions) { session, writer in
      guard let session else { return false }
      writer.write(session.high)
      writer.write(session.low)
      return true
    }
  }

  mutating func append(partitions: PartitionSet) { append(int2s: partitions.numbers.map { Int16($0) }) }
}

extension PostgresRow {
  /// The id of a session. A column of ids is never NULL where this is used.
  func session(_ column: Int) -> SessionID {
    let (high, low) = uuid(column) ?? (0, 0)
    return SessionID(high: high, low: low)
  }

  func optionalSession(_ column: Int) -> SessionID? {
    uuid(column).map { SessionID(high: $0.high, low: $0.low) }
  }

  /// An integer as it is stored, for a row that is checked as a whole.
  func int(_ column: Int) -> Int { Int(integer(column)) }

  /// The origin of a change.
  ///
  /// - Parameters:
  ///   - actor: The column of the actor.
  ///   - rest: The first of the columns of the number and the text of the credential, and of the request.
  func origin(_ actor: Int, _ rest: Int) -> ChangeOrigin {
    ChangeOrigin(
      actor: optionalText(actor), number: optionalInteger(rest), text: optionalBytes(rest + 1),
      request: optionalBytes(rest + 2))
  }

  /// Milliseconds since 1970.
  func moment(_ column: Int) -> Int64 { StoredNumber.moment(integer(column)) }

  /// Milliseconds since 1970; nil for NULL.
  func optionalMoment(_ column: Int) -> Int64? { isNull(column) ? nil : moment(column) }

  /// A count, at least 0.
  func count(_ column: Int) -> Int { Int(StoredNumber.count(integer(column))) }

  /// A count, at least 0; nil for NULL.
  func optionalCount(_ column: Int) -> Int? { isNull(column) ? nil : count(column) }

  /// The status of a stored response.
  func status(_ column: Int) -> Int { Int(StoredNumber.status(integer(column))) }

  /// A period in milliseconds; nil for NULL.
  func optionalPeriod(_ column: Int) -> Int64? { optionalInteger(column).map(StoredNumber.count) }

  func optionalInt(_ column: Int) -> Int? { optionalInteger(column).map { Int($0) } }
}
