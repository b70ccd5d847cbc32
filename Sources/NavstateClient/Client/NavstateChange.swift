import JSON
import Navigation

/// A change of the tree that a client shows.
public struct NavstateChange: Sendable {
  /// The reason for the change.
  public let cause: Cause
  /// The steps from the former tree to the new one, for clients that animate. Changes of the app's data have none.
  public let steps: [Plan.Step]
  /// The server's ids by the provisional ones, for screens whose ids have become known. They are the same screens.
  public let serverIDs: [String: String]
  /// The tree after the change.
  public let tree: Tree
  /// The latest confirmed revision.
  public let revision: Int
  /// The credential of the request that made the revision, as events have it; nil: none, or unknown.
  public let by: JSONValue?

  /// The reasons for a change.
  public enum Cause: Sendable, Equatable {
    /// A request of this client, which the server has not answered yet.
    case request
    /// The server's answer, or a change of another device, a timer or a backend.
    case confirmation
    /// The server has refused a request, and its effect is rolled back.
    case rolledBack(NavstateProblem)
    /// The queue could not be stored after an answer. A later client may send answered requests again, with their keys.
    case queueNotStored(NavstateProblem)
  }
}
