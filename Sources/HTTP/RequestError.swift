/// Why bytes were refused before they became a request. The connection answers once and closes.
package struct RequestError: Error, Equatable, Sendable {
  /// 400, 408, 411, 413, 414, 417, 431, 501 or 505.
  package let status: Int
  /// The problem's code, as in `/problems/{code}`.
  package let code: String
  /// What was wrong, with which value, and what would work.
  package let detail: String

  package init(status: Int, code: String, detail: String) {
    self.status = status
    self.code = code
    self.detail = detail
  }
}
