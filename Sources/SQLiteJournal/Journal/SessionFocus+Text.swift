import JSON
import Sessions

extension SessionFocus {
  /// The path as a JSON array.
  var pathText: [UInt8] { JSONValue.array(path.map(JSONValue.string)).bytes }

  /// Reads a current screen and a path; nil for NULL, and for a corrupted path.
  init?(_ row: Statement, _ current: Int32, _ path: Int32) {
    guard !row.isNull(current), !row.isNull(path) else { return nil }
    self.init(current: row.text(current), pathText: row.bytes(path))
  }

  /// - Parameter pathText: The path as a JSON array; nil is returned for other text.
  init?(current: String, pathText: [UInt8]) {
    do throws(JSONError) {
      guard let path = try JSONValue(parsing: pathText).arrayValue else { return nil }
      self.init(current: current, path: path.compactMap(\.stringValue))
    } catch {
      return nil
    }
  }
}
