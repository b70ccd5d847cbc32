/// What a ``TestStore`` found that the test did not name, and where in the test.
public struct TestFailure: Sendable, CustomStringConvertible {
  /// What was expected and what came, a line for each difference.
  public let message: String
  public let location: TestLocation

  public var description: String { "\(location.filePath):\(location.line): \(message)" }
}

/// A place in a test. Has what Swift Testing's `SourceLocation` and XCTest's `file` and `line` are made of.
public struct TestLocation: Sendable {
  public let fileID: String
  public let filePath: String
  public let line: Int
}
