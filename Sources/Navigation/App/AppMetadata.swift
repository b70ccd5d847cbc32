/// A description of an app for people who see it in a list or in the inspector. It has no effect on sessions.
public struct AppMetadata: Sendable, Equatable {
  /// The kind of device that an app is made for.
  public enum Device: String, Sendable, CaseIterable {
    /// A phone, held upright.
    case phone
    /// A television.
    case tv
    /// No particular device.
    case none
  }

  /// The name of the app as people know it; nil to use that of the definition.
  public let title: String?
  /// The purpose of the app in one or two sentences.
  public let description: String?
  /// The device that the app is made for; nil when unknown.
  public let device: Device?

  /// Creates a description of an app.
  ///
  /// - Parameters:
  ///   - title: The name of the app as people know it.
  ///   - description: The purpose of the app in one or two sentences.
  ///   - device: The device that the app is made for.
  public init(title: String? = nil, description: String? = nil, device: Device? = nil) {
    self.title = title
    self.description = description
    self.device = device
  }
}
