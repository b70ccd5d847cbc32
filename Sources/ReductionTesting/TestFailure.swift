/// A difference between a test and the behaviour that its ``TestStore`` observed.
public struct TestFailure: Sendable, CustomStringConvertible {
  /// The expected and the actual values, one line per difference.
  public let message: String
  /// The failed call; for a test without `finish()`, the creation of the store.
  public let location: TestLocation

  /// File, line and message.
  public var description: String { "\(location.filePath):\(location.line): \(message)" }
}

/// A place in a test, from which Swift Testing's `SourceLocation` and XCTest's `file` and `line` can be made.
public struct TestLocation: Sendable {
  /// Module and file, as `#fileID` returns them.
  public let fileID: String
  /// The path of the file, as `#filePath` returns it.
  public let filePath: String
  /// The line, counted from 1.
  public let line: Int
}
