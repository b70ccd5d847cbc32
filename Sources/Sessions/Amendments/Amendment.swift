import JSON
import Navigation

/// The request to make a former change of a session by another action.
package struct Amendment: Sendable, Equatable {
  /// The revision that the change made.
  package let revision: Int
  package let actions: [Action]
  /// Whether the actions came as a batch.
  package let isBatch: Bool
  /// The action or the batch as received.
  let action: JSONValue

  package init(revision: Int, actions: [Action], isBatch: Bool, action: JSONValue) {
    self.revision = revision
    self.actions = actions
    self.isBatch = isBatch
    self.action = action
  }

  /// - Parameter action: An action, or a batch `{"actions": […]}`.
  package init(revision: Int, _ action: JSONValue) throws(ActionError) {
    let list = action["type"] == nil ? action["actions"]?.arrayValue : nil
    var actions: [Action] = []
    for json in list ?? [action] { actions.append(try Action(json: json)) }
    self.init(revision: revision, actions: actions, isBatch: list != nil, action: action)
  }

  /// The greatest number of changes after the amended one.
  static let mostChanges = 1_000

  /// The type of the action in the history.
  static let type = "amend"

  /// The action in the history.
  package func stored(with report: AmendmentReport = AmendmentReport()) -> [UInt8] {
    JSONValue.object(logged(with: report)).bytes
  }

  func logged(with report: AmendmentReport) -> JSONObject {
    var json: JSONObject = [
      "type": .string(Self.type), "revision": .integer(Int64(revision)), "action": action,
    ]
    let dropped = report.dropped.map { JSONValue.integer(Int64($0.revision)) }
    if !dropped.isEmpty { json["dropped"] = .array(dropped) }
    // In a later amendment, those that had gone must not take the ids of the others.
    if !report.ids.isEmpty {
      json["ids"] = [.integer(Int64(report.ids.lowerBound)), .integer(Int64(report.ids.upperBound))]
    }
    return json
  }
}

/// An amendment in the history.
struct StoredAmendment: Sendable {
  let revision: Int
  /// The action or the batch that takes the place of the former one.
  let action: JSONValue
  /// The revisions of the changes that were left out.
  let dropped: [Int]
  /// The numbers of the ids that it has made, if some of these parts had gone in the end.
  let ids: Range<Int>

  /// Reads the action of a change; nil: it is no amendment.
  init?(_ json: JSONValue) {
    guard json["type"]?.stringValue == Amendment.type, let revision = json["revision"]?.integerValue,
      let action = json["action"], case .object = action
    else { return nil }
    self.revision = Int(revision)
    self.action = action
    dropped = json["dropped"]?.integers ?? []
    let ids = json["ids"]?.integers ?? []
    // An archive may have any numbers.
    let isRange = ids.count == 2 && 0 < ids[0] && ids[0] <= ids[1] && ids[1] - ids[0] <= Self.mostIDs
    self.ids = isRange ? ids[0]..<ids[1] : 0..<0
  }

  private static let mostIDs = 1 << 20
}

extension JSONValue {
  fileprivate var integers: [Int] { (arrayValue ?? []).compactMap { $0.integerValue.map { Int($0) } } }
}

extension ActionError {
  /// - Parameter reason: Follows the revision: "was made by `undo`".
  static func notAmendable(_ revision: Int, _ reason: String, remedy: String) -> ActionError {
    .forbidden("not-amendable", "Revision \(revision) cannot be amended: \(reason). \(remedy)")
  }

  static func tooMuchPast(_ revision: Int) -> ActionError {
    .notAmendable(revision, "the changes after it take too much memory", remedy: "Amend a later revision.")
  }

  static let changedMeanwhile = ActionError.forbidden(
    "changed-meanwhile",
    "The session has changed each time while the amendment was prepared, \(AmendmentPreparation.mostAttempts) times. "
      + "Retry, or take a lease of the session first.")
}
