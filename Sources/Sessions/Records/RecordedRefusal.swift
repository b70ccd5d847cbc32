import JSON
import Navigation

/// The reason for a timer's refused action, as stored in the history.
package struct RecordedRefusal: Sendable, Equatable {
  package let code: String
  package let detail: String

  init(_ refused: Refused) {
    code = refused.refusal.code
    detail = refused.refusal.detail
  }

  /// - Returns: nil when the value is not exactly a `code` and a `detail`.
  init?(json: JSONValue) {
    guard json.objectValue?.count == 2, let code = json["code"]?.stringValue, let detail = json["detail"]?.stringValue
    else { return nil }
    self.code = code
    self.detail = detail
  }

  /// Parses the form stored in the journal.
  init(stored text: [UInt8], of revision: Int) throws(CorruptSession) {
    let name = "the refusal of revision \(revision)"
    guard let refusal = Self(json: try JSONValue(stored: text, name)) else {
      throw CorruptSession(detail: "\(name) is not a `code` and a `detail`")
    }
    self = refusal
  }

  /// Writes `{"code", "detail"}`.
  func write(to json: inout JSONWriter) {
    json.append("{\"code\":")
    json.append(string: code)
    json.append(",\"detail\":")
    json.append(string: detail)
    json.append("}")
  }
}
