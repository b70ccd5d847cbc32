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

  func start(_ request: BatchRequest, _ exchange: Exchange) async throws(Problem) {
    var request = request
    request.origin = exchange.changeOrigin
    let key = try exchange.idempotencyKey(in: .credential)
    let render: @Sendable (Batch) -> StoredResponse = { [render] in StoredResponse(status: 202, body: render($0)) }
    while true {
      if let key, let outcome = await registry.begin(key, of: nil) {
        guard case .replayed(let response, _) = outcome else { throw exchange.problem(of: outcome) }
        return send(response, exchange, replayed: true)
      }
      let outcome = await registry.batches.add(request, key: key, render: render)
      if let key { await registry.end(key, of: nil, recording: nil) }
      switch outcome {
      // Another node has carried out a request with the key.
      case .failed(.doneBefore): continue
      case .added(let batch): return send(render(batch), exchange)
      case .tooMany(let limit): throw .tooManyBatches(limit)
      case .journalBusy: throw .journalBusy
      case .failed(let failure): throw Problem(failure)
      }
    }
  }

  private func send(_ response: StoredResponse, _ exchange: Exchange, replayed: Bool = false) {
    guard response.status == 202 else { return exchange.send(stored: response, replayed: replayed) }
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
