/// What a ``TestStore`` found that the test did not name, and where in the test.
public struct TestFailure: Sendable, CustomStringConvertible {
  /// What was expected and what came, a line for each difference.
  public let message: String
  /// The call that found it; where the store was made, for a test that never called `finish()`.
  public let location: TestLocation

  public var description: String { "\(location.filePath):\(location.line): \(message)" }
}

/// A place in a test. Has what Swift Testing's `SourceLocation` and XCTest's `file` and `line` are made of.
public struct TestLocation: Sendable {
  /// Module and file, as `#fileID` gives them.
  public let fileID: String
  /// The file, as `#filePath` gives it.
  public let filePath: String
  /// Counted from 1.
  public let line: Int
}
