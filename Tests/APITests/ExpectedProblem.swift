import JSON
import Testing

/// Checks that a response is a complete problem document with the given status and code.
///
/// - Parameters:
///   - says: Text that the detail contains.
///   - pointers: The pointers of all errors, in order.
func expectProblem(
  _ answer: Answer, _ status: Int, _ code: String, says: String = "", at pointers: [String]? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
  #expect(answer["Content-Type"] == "application/problem+json", sourceLocation: sourceLocation)
  guard case .object(let problem) = try answer.json() else {
    Issue.record("the problem is not an object: \(answer.text)", sourceLocation: sourceLocation)
    return
  }
  let members = ["type", "title", "status", "detail", "code", "instance", "requestId", "errors"]
  #expect(problem.names.filter { $0 != "sameAs" } == members, sourceLocation: sourceLocation)
  #expect(problem["type"] == .string("/problems/\(code)"), sourceLocation: sourceLocation)
  #expect(problem["code"] == .string(code), sourceLocation: sourceLocation)
  #expect(problem["status"] == .integer(Int64(status)), sourceLocation: sourceLocation)
  for name in ["title", "requestId", "detail"] {
    #expect(problem[name]?.stringValue?.isEmpty == false, "\(name)", sourceLocation: sourceLocation)
  }
  let detail = problem["detail"]?.stringValue ?? ""
  #expect(says.isEmpty || detail.contains(says), "\(detail)", sourceLocation: sourceLocation)
  if let pointers {
    let found = problem["errors"]?.arrayValue?.map { $0["pointer"]?.stringValue ?? "" }
    #expect(found == pointers, "\(answer.text)", sourceLocation: sourceLocation)
  }
}
