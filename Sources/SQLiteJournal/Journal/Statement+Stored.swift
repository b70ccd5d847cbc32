import JSON
import Sessions

/// Column values that may be corrupted on disk.
extension Statement {
  /// Milliseconds since 1970.
  func moment(_ column: Int32) -> Int64 { StoredNumber.moment(integer(column)) }

  /// Milliseconds since 1970; nil for NULL.
  func optionalMoment(_ column: Int32) -> Int64? { isNull(column) ? nil : moment(column) }

  /// A period in milliseconds; nil for NULL.
  func optionalPeriod(_ column: Int32) -> Int64? { isNull(column) ? nil : StoredNumber.count(integer(column)) }

  /// A count, at least 0.
  func count(_ column: Int32) -> Int { Int(StoredNumber.count(integer(column))) }

  /// The status of a stored response.
  func status(_ column: Int32) -> Int { Int(StoredNumber.status(integer(column))) }

  /// A count, at least 0; nil for NULL.
  func optionalCount(_ column: Int32) -> Int? {
    isNull(column) ? nil : count(column)
  }

  /// The origin of a change, in four columns: the actor, the number and the text of the credential, and the request.
  func origin(_ column: Int32) -> ChangeOrigin {
    ChangeOrigin(
      actor: optionalText(column), number: isNull(column + 1) ? nil : integer(column + 1),
      text: isNull(column + 2) ? nil : bytes(column + 2), request: isNull(column + 3) ? nil : bytes(column + 3))
  }

  /// A text; nil for NULL.
  func optionalText(_ column: Int32) -> String? {
    isNull(column) ? nil : text(column)
  }

  /// A JSON text, validated and unchanged.
  ///
  /// - Parameter name: The description of the value in the error that is thrown if it is not JSON.
  func json(_ column: Int32, _ name: String) throws(SQLiteError) -> [UInt8] {
    let text = bytes(column)
    // Most lists of outputs are empty.
    if text == Self.emptyList || JSONValue.isText(text, maximumDepth: 2_048, roundingNumbers: true) { return text }
    throw .corrupt("\(name) is not JSON")
  }

  private static let emptyList = Array("[]".utf8)
}
