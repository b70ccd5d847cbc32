import HTTP
import JSON
import Sessions

/// The start of a job for a request, once for each idempotency key.
struct BatchStarter: Sendable {
  private let registry: SessionRegistry
  /// The path of the jobs, to which the id is appended.
  private let path: String
  private let render: @Sendable (Batch) -> [UInt8]

  init(_ registry: SessionRegistry, path: String, render: @escaping @Sendable (Batch) -> [UInt8]) {
    self.registry = registry
    self.path = path
    self.render = render
  }

  func start(_ request: BatchRequest, _ exchange: Exchange) throws(Problem) {
    guard let key = try exchange.idempotencyKey(in: .credential) else { return add(request, key: nil, exchange) {} }
    registry.begin(key, of: nil) { [self] outcome in
      switch outcome {
      case nil: add(request, key: key, exchange) { registry.end(key, of: nil, keeping: nil) {} }
      case .replayed(let response, _)?: send(response, exchange, replayed: true)
      case let outcome?: exchange.send(failed: outcome)
      }
    }
  }

  /// - Parameter ended: Called before the response.
  private func add(
    _ request: BatchRequest, key: IdempotencyKey?, _ exchange: Exchange, ended: @escaping @Sendable () -> Void
  ) {
    let render: @Sendable (Batch) -> StoredResponse = { [render] in StoredResponse(status: 202, body: render($0)) }
    registry.batches.add(request, key: key, render: render) { outcome in
      ended()
      switch outcome {
      // Another node has carried out a request with the key.
      case .failed(.doneBefore): exchange.sendProblem { () throws(Problem) in try start(request, exchange) }
      case .added(let batch): send(render(batch), exchange)
      case .tooMany(let limit): exchange.send(Problem.tooManyBatches(limit))
      case .journalBusy: exchange.send(Problem.journalBusy)
      case .failed(let failure): exchange.send(Problem(failure))
      }
    }
  }

  private func send(_ response: StoredResponse, _ exchange: Exchange, replayed: Bool = false) {
    guard response.status == 202 else { return exchange.send(kept: response, replayed: replayed) }
    var answer = Response(status: 202, contentType: "application/json", body: response.body)
    if let id = response.batch { answer.fields.append("Location", "\(path)/\(id)") }
    if replayed { answer.fields.append("Idempotency-Replayed", "true") }
    exchange.send(answer)
  }
}

extension StoredResponse {
  /// The id of the job; nil if the stored response is corrupted.
  fileprivate var batch: String? {
    do throws(JSONError) {
      return try JSONValue(parsing: body, roundingNumbers: true)["id"]?.stringValue
    } catch {
      return nil
    }
  }
}
