import JSON
import Navigation

extension Action {
  /// Reads an action in the body of a request.
  ///
  /// - Parameter place: The place of the action in the body.
  init(of json: JSONValue, at place: JSONPointer) throws(Problem) {
    do throws(ActionError) {
      self = try Action(json: json)
    } catch {
      throw Problem(error.moved(under: place))
    }
  }
}
