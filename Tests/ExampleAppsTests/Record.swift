import ReductionTesting
import Testing

/// Makes of a test store's failure one of this test.
func record(_ failure: TestFailure) {
  let place = failure.location
  Issue.record(
    Comment(rawValue: failure.message),
    sourceLocation: SourceLocation(fileID: place.fileID, filePath: place.filePath, line: place.line, column: 1))
}
