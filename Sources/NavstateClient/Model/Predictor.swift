import JSON
import Navigation

/// Performs requests on the client's copy of a session, by the reducers of the server.
struct Predictor: Sendable {
  let app: App

  /// The effect of a request on a tree.
  enum Prediction: Sendable {
    /// The server does the same, except for the ids of new screens.
    case made(Tree, newIDs: [String])
    /// The server refuses the request, too.
    case refused
    /// Only the server can tell.
    case unknown
  }

  /// Predicts the effect of a request.
  ///
  /// - Parameter session: The identity of the session, which expressions can read.
  func predict(_ request: QueuedRequest, on tree: Tree, of session: SessionContext) -> Prediction {
    guard tree.appVersion == app.version, let actions = request.actions else { return .unknown }
    // Only the server knows the screens that are gone.
    guard !actions.contains(where: \.mayReopen) else { return .unknown }
    let ids = ProvisionalIDs(of: request)
    var draft = Draft(Tree(root: tree.root, data: tree.data, lastID: ids.base, appVersion: tree.appVersion))
    draft.begin(at: Self.unknownTime)
    draft.session = session
    do throws(ActionError) {
      for action in actions { try app.reduce(action, &draft) }
    } catch {
      // A prediction equals the server's result, or is not made (docs/decisions/0052).
      return Self.serverOnly.contains(error.refusal.code) ? .unknown : .refused
    }
    // A part that was dropped may be possible with the server's clock; a restart needs the data of the beginning.
    guard draft.dropped == nil, !draft.endsCalls, draft.tree.lastID < ids.end else { return .unknown }
    return .made(draft.tree, newIDs: Plan(draft.edits).newIDs)
  }

  /// A time that expressions cannot represent: one that reads `now` fails, instead of being predicted.
  private static let unknownTime: Int64 = -(1 << 60)

  /// The refusals that depend on the server's clock, on the caller's role, or on ids that were used before.
  private static let serverOnly: Set = [
    "expression-failed", "backend-only", "confirmation-needed", "bad-navigation", "too-many-calls", "too-many-timers",
  ]
}

extension Plan {
  /// The ids of the screens and containers that the steps make, in order.
  fileprivate var newIDs: [String] {
    var json = JSONWriter()
    write(to: &json)
    do throws(JSONError) {
      return ProvisionalIDs.made(by: try JSONValue(parsing: json.bytes, maximumDepth: 2_048))
    } catch {
      return []
    }
  }
}
