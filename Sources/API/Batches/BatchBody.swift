import JSON
import Navigation
import Sessions

/// The body of a request that starts a job, or tries it without changes.
struct BatchBody {
  let request: BatchRequest
  /// Whether the job is only tried.
  let isDryRun: Bool

  /// Reads the body.
  ///
  /// - Parameter read: Reads the job from the members other than `dryRun`.
  init(_ body: JSONObject, _ read: (JSONObject) throws(ActionError) -> BatchRequest) throws(Problem) {
    var job = body
    job["dryRun"] = nil
    isDryRun = try body.value("dryRun", "true or false", \.boolValue) ?? false
    do throws(ActionError) {
      request = try read(job)
    } catch {
      throw Problem(error)
    }
  }
}
