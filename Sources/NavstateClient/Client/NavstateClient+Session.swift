import JSON
import Navigation

/// An action that can be sent without changes, and whether it would be accepted.
public struct AvailableAction: Sendable, Equatable {
  /// The action.
  public let action: Action
  /// Whether it would be accepted now.
  public let isAllowed: Bool
  /// Whether it would change the session.
  public let changes: Bool
  /// The places in the action that must be filled in, as JSON Pointers.
  public let needs: [String]
  /// The code of the problem, if it would be refused.
  public let code: String?
  /// The detail of the problem, if it would be refused.
  public let reason: String?
}

extension NavstateClient {
  /// Reads the actions that apply at the latest revision of the server, and the reasons why others do not.
  public func available() async throws(NavstateProblem) -> [AvailableAction] {
    let json = try await endpoint.json("GET", path + "/available")
    return try (json["items"]?.arrayValue ?? []).map(AvailableAction.init)
  }

  /// Creates a code with which another device opens the session, once and within ten minutes.
  ///
  /// - Parameters:
  ///   - role: The role of the other device.
  ///   - name: A name for the other device's token.
  public func handoff(as role: TokenRole = .act, name: String? = nil) async throws(NavstateProblem) -> String {
    var body: JSONObject = ["role": .string(role.rawValue), "once": true]
    body["name"] = name?.json
    let json = try await endpoint.json("POST", path + "/tokens", body)
    guard let code = json["code"]?.stringValue else { throw .badResponse("The response has no handoff code.") }
    return code
  }

  /// The path of the session.
  var path: String { "v1/sessions/\(ServerEndpoint.encoded(credentials.id))" }
}

extension AvailableAction {
  fileprivate init(_ json: JSONValue) throws(NavstateProblem) {
    do throws(ActionError) {
      action = try Action(json: json["action"] ?? .null)
    } catch {
      throw .badResponse("An available action has no `type`.")
    }
    isAllowed = json["allowed"]?.boolValue == true
    changes = json["changes"]?.boolValue == true
    needs = (json["needs"]?.arrayValue ?? []).compactMap(\.stringValue)
    code = json["code"]?.stringValue
    reason = json["reason"]?.stringValue
  }
}
