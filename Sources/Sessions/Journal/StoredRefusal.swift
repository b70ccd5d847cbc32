import JSON
import Navigation

/// The reason for a timer's refused action, as stored in the history.
package struct StoredRefusal: Sendable, Equatable {
  package let code: String
  package let detail: String
  /// The reason for the operator, which clients and archives do not get; nil: `detail`.
  let diagnosis: String?

  init(_ refused: ActionError) {
    code = refused.refusal.code
    detail = refused.refusal.detail
    diagnosis = refused.refusal.diagnosis
  }

  /// - Returns: nil when the value is not exactly a `code`, a `detail` and at most a `diagnosis`.
  init?(json: JSONValue) {
    diagnosis = json["diagnosis"]?.stringValue
    guard json.objectValue?.count == (diagnosis == nil ? 2 : 3), let code = json["code"]?.stringValue,
      let detail = json["detail"]?.stringValue
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

  /// Writes `{"code", "detail"}`, as clients and archives get it.
  func write(to json: inout JSONWriter) { write(detail, nil, to: &json) }

  /// Writes the form stored in the journal.
  func writeStored(to json: inout JSONWriter) { write(detail, diagnosis, to: &json) }

  private func write(_ detail: String, _ diagnosis: String?, to json: inout JSONWriter) {
    json.append("{\"code\":", string: code)
    json.append(",\"detail\":", string: detail)
    if let diagnosis {
      json.append(",\"diagnosis\":", string: diagnosis)
    }
    json.append("}")
  }

  /// The form that a reader gets: `{"code", "detail"}`, for a backend with the diagnosis as the detail.
  package static func shown(_ stored: [UInt8], toBackend: Bool) -> [UInt8] {
    do throws(CorruptSession) {
      let refusal = try StoredRefusal(stored: stored, of: 0)
      var json = JSONWriter(capacity: stored.count)
      refusal.write(toBackend ? refusal.diagnosis ?? refusal.detail : refusal.detail, nil, to: &json)
      return json.bytes
    } catch {
      // The journal may be damaged; nothing of it is shown then.
      return Array("null".utf8)
    }
  }
}
