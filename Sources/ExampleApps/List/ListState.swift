import JSON
import Reduction

/// The state of the list: its rows, and the open row.
public struct ListState: Equatable, Sendable {
  /// The rows in order.
  public var rows: IdentifiedArray<ListRow>
  /// The row whose count is shown on a screen of its own; nil when the list is shown.
  public var selection: ListRow.ID?

  /// Creates a list, by default with three rows.
  public init(
    rows: IdentifiedArray<ListRow> = [
      ListRow(id: "r1", count: 1), ListRow(id: "r2", count: 42), ListRow(id: "r3", count: 100),
    ],
    selection: ListRow.ID? = nil
  ) {
    self.rows = rows
    self.selection = selection
  }
}

/// A row of the list.
public struct ListRow: Identifiable, Equatable, Sendable {
  /// The id, unique in the list.
  public let id: String
  /// The last known count.
  public var count: Int

  /// Creates a row.
  public init(id: String, count: Int) {
    self.id = id
    self.count = count
  }
}

extension ListState: JSONConvertible {
  /// Reads `{"rows": […], "selection": …}`.
  public init(json: JSONValue) throws {
    guard case .object(let members) = json, members.count == 2, let rows = members["rows"],
      let selection = members["selection"]
    else { throw JSONMismatch(expected: "{\"rows\": […], \"selection\": …}", found: json) }
    self.selection = try String?(json: selection)
    self.rows = []
    for row in try [ListRow](json: rows) where !self.rows.append(row) {
      throw JSONMismatch(expected: "rows with an id of their own", found: rows)
    }
  }

  /// `{"rows": […], "selection": …}`.
  public var json: JSONValue { ["rows": rows.elements.json, "selection": selection.json] }
}

extension ListRow: JSONConvertible {
  /// Reads `{"id": "…", "count": n}`.
  public init(json: JSONValue) throws {
    guard case .object(let members) = json, members.count == 2, let id = members["id"]?.stringValue,
      let count = members["count"]
    else { throw JSONMismatch(expected: "{\"id\": \"…\", \"count\": n}", found: json) }
    self.init(id: id, count: try Int(json: count))
  }

  /// `{"id": "…", "count": n}`.
  public var json: JSONValue { ["id": .string(id), "count": count.json] }
}
