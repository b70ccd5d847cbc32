import HTTP
import JSON
import Sessions

extension API {
  /// `POST /v1/admin/backups`: the server chooses the file's path.
  func backUp(_ exchange: Exchange) throws(Problem) {
    guard exchange.request.body.isEmpty else {
      throw Problem(400, "unexpected-content", "A backup takes no content: the server chooses its name.")
    }
    // A large database takes long to copy. The copy continues after the deadline.
    exchange.expectAnswer(within: .seconds(3_600), orElse: Problem.backupTakesLong.response(exchange)) {}
    journal.backUp { outcome in
      switch outcome {
      case .made(let backup): exchange.send(json: backup.json, status: 201)
      case .inProgress: exchange.send(Problem.backupInProgress)
      case .failed(let failure): exchange.send(Problem(backingUp: failure))
      }
    }
  }
}

extension Backup {
  fileprivate var json: [UInt8] {
    var json = JSONWriter()
    json.append("{\"name\":")
    json.append(string: name)
    json.append(",\"size\":")
    json.append(integer: size)
    json.append(",\"createdAt\":")
    json.append(timestamp: at)
    json.append("}")
    return json.bytes
  }
}

extension Problem {
  fileprivate init(backingUp failure: JournalFailure) {
    switch failure {
    case .full(let detail): self.init(507, "disk-full", "No backup was made: \(detail).")
    case .unavailable(let detail), .damaged(let detail):
      self.init(503, "storage-unavailable", "No backup was made: \(detail).")
    }
  }

  fileprivate static var backupInProgress: Problem {
    var problem = Problem(409, "backup-in-progress", "Another backup is being made; ask again when it is done.")
    problem.retryAfter = 1
    return problem
  }

  fileprivate static let backupTakesLong = Problem(
    503, "backup-takes-long", "The backup is still being made; look for it in the folder `backups` later.")

  fileprivate func response(_ exchange: Exchange) -> Response {
    response(instance: exchange.request.pathText, requestID: exchange.requestID)
  }
}
