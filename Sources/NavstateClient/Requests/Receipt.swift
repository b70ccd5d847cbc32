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
  /// The number of later changes that an amendment has carried out again; nil: the request is none.
  public let replayed: Int?
  /// The later changes that an amendment has left out.
  public let dropped: [DroppedChange]
}

/// A change that an amendment has left out, since the state refuses it.
public struct DroppedChange: Sendable, Equatable {
  /// The revision that the change made.
  public let revision: Int
  /// The action or the batch as it was sent.
  public let action: JSONValue
  /// The code of the problem.
  public let code: String
  /// The detail of the problem.
  public let detail: String
}

/// The result of an attempt to send a request.
enum SendOutcome {
  /// - Parameter receipt: Without the ids of screens.
  case done(Receipt, session: SessionSnapshot?, newIDs: [String]?)
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
    let receipt = Receipt(
      revision: Int(revision), isChanged: isChanged, outputs: outputs, serverIDs: [:],
      replayed: json["replayed"]?.integerValue.map { Int($0) },
      dropped: (json["dropped"]?.arrayValue ?? []).compactMap(DroppedChange.init))
    self = .done(
      receipt, session: try json["session"].map { json throws(NavstateProblem) in try SessionSnapshot(json: json) },
      newIDs: json["plan"].map(ProvisionalIDs.made))
  }
}

extension Receipt {
  func with(serverIDs: [String: String]) -> Receipt {
    Receipt(
      revision: revision, isChanged: isChanged, outputs: outputs, serverIDs: serverIDs, replayed: replayed,
      dropped: dropped)
  }
}

extension DroppedChange {
  fileprivate init?(_ json: JSONValue) {
    guard let revision = json["revision"]?.integerValue, let action = json["action"],
      let code = json["code"]?.stringValue, let detail = json["detail"]?.stringValue
    else { return nil }
    self.init(revision: Int(revision), action: action, code: code, detail: detail)
  }
}
