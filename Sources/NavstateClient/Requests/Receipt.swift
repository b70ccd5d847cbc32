import JSON
import Navigation

/// The server's answer to a request that it has carried out.
public struct Receipt: Sendable, Equatable {
  /// The revision of the session after the request.
  public let revision: Int
  /// Whether the request has changed the session.
  public let isChanged: Bool
  /// The outputs of the app.
  public let outputs: [SentOutput]
  /// The server's ids by the provisional ones of the screens that the request has opened.
  public let serverIDs: [String: String]
}

/// The result of an attempt to send a request.
enum SendOutcome {
  case done(revision: Int, isChanged: Bool, outputs: [SentOutput], session: SessionSnapshot?, newIDs: [String]?)
  case refused(NavstateProblem)
  /// - Parameter isPostponed: Whether the server has certainly not carried it out.
  case failed(NavstateProblem, isPostponed: Bool)
}

extension SendOutcome {
  init(_ reply: HTTPReply) {
    guard reply.isSuccess else {
      self.init(NavstateProblem(reply), hasProblem: reply.json?["code"] != nil)
      return
    }
    do throws(NavstateProblem) {
      try self.init(receipt: reply.json ?? .null)
    } catch {
      // What happened is unknown. The request is repeated with its key, so it is carried out once.
      self = .failed(error, isPostponed: false)
    }
  }

  private init(_ problem: NavstateProblem, hasProblem: Bool) {
    let isBusy = [429, 503, 507].contains(problem.status)
    let mayPass = isBusy || [500, 502, 504].contains(problem.status) || problem.code == "idempotency-key-in-progress"
    // Without a problem document, the status may be that of a proxy that has passed the request on.
    self = mayPass ? .failed(problem, isPostponed: isBusy && hasProblem) : .refused(problem)
  }

  private init(receipt json: JSONValue) throws(NavstateProblem) {
    guard let revision = json["revision"]?.integerValue, let isChanged = json["changed"]?.boolValue else {
      throw .badResponse("The response is not a receipt.")
    }
    let outputs = (json["outputs"]?.arrayValue ?? []).map {
      SentOutput(name: $0["name"]?.stringValue ?? "", value: $0["value"] ?? .null)
    }
    self = .done(
      revision: Int(revision), isChanged: isChanged, outputs: outputs,
      session: try json["session"].map { json throws(NavstateProblem) in try SessionSnapshot(json: json) },
      newIDs: json["plan"].map(ProvisionalIDs.made))
  }
}
