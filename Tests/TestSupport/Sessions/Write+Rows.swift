import JSON
import Navigation
import Sessions

extension Write {
  /// The creation of a session with the given rows, which form one stack.
  package static func creation(of rows: Projection, record: IdempotencyRecord? = nil) -> Write {
    let screens = rows.screens.map { row in
      Screen(id: row.id, route: row.route, params: value(row.params).objectValue ?? [:], state: value(row.state))
    }
    let root = Container(id: rows.containers[0].id, kind: .stack, screens: screens)
    var json = JSONWriter()
    root.write(to: &json)
    return .create(InitialSession(rows.session, root: root, navigation: json.bytes[...]), record: record)
  }

  private static func value(_ text: [UInt8]) -> JSONValue {
    do { return try JSONValue(parsing: text) } catch { preconditionFailure("a row of the test is not JSON: \(error)") }
  }
}
