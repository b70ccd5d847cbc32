import JSON
import Reduction

/// What the list knows: its rows, and which of them is open.
public struct ListState: Equatable, Sendable {
  public var rows: IdentifiedArray<ListRow>
  /// The row whose count is shown on a screen of its own; nil when the list itself is.
  public var selection: ListRow.ID?

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

public struct ListRow: Identifiable, Equatable, Sendable {
  public let id: String
  public var count: Int

  public init(id: String, count: Int) {
    self.id = id
    self.count = count
  }
}

extension ListState: JSONConvertible {
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

  public var json: JSONValue { ["rows": rows.elements.json, "selection": selection.json] }
}

extension ListRow: JSONConvertible {
  public init(json: JSONValue) throws {
    guard case .object(let members) = json, members.count == 2, let id = members["id"]?.stringValue,
      let count = members["count"]
    else { throw JSONMismatch(expected: "{\"id\": \"…\", \"count\": n}", found: json) }
    self.init(id: id, count: try Int(json: count))
  }

  public var json: JSONValue { ["id": .string(id), "count": count.json] }
}
