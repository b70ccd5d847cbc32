import Foundation
import JSON
import Navigation

/// The settings of a client.
public struct ClientConfiguration: Sendable {
  /// The app by which requests are predicted.
  public var app: PredictedApp = .fetched
  /// The store of the queue.
  public var queue: any QueueStore = MemoryQueueStore()
  /// The age at which a request in the queue expires, in seconds. Less than a day, for which the server knows keys.
  public var maximumAge: TimeInterval = 12 * 60 * 60
  /// The way in which changes of others arrive.
  public var updates: Updates = .stream
  /// Gets another token of the session 30 seconds before a JWT expires, and when the server refuses the present one.
  /// While it throws, the client is offline and keeps its requests; nil: the client ends, and keeps its stored queue.
  public var newToken: (@Sendable () async throws -> String)?
  /// The means by which requests are sent.
  public var transport: any NavstateTransport = URLSessionTransport()
  /// Waits for a time between attempts.
  public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// Creates the default settings.
  public init() {}

  /// The app whose reducers predict the effect of requests.
  public enum PredictedApp: Sendable {
    /// The app in Swift, as the server has it.
    case app(App)
    /// The definition in JSON, as the server has it.
    case definition(JSONValue)
    /// The definition from the server, if the token permits to read it. A compiled app is not predicted.
    case fetched
    /// No prediction: each change is seen when the server has answered.
    case none
  }

  /// The way in which changes arrive.
  public enum Updates: Sendable {
    /// Server-sent events.
    case stream
    /// Long polls, for networks that do not pass streams.
    case longPolls
  }
}
