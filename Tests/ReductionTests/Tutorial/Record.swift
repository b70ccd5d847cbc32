import ReductionTesting
import Testing

/// Records a failure of a test store as an issue of the running test.
func record(_ failure: TestFailure) {
  let place = failure.location
  Issue.record(
    Comment(rawValue: failure.message),
    sourceLocation: SourceLocation(fileID: place.fileID, filePath: place.filePath, line: place.line, column: 1))
}
