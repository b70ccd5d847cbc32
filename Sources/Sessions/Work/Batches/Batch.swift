/// The id of a batch job: `b_` and its number, which increases with each job.
package struct BatchID: Hashable, Sendable, Comparable {
  package let number: Int64

  package init(_ number: Int64) { self.number = number }

  /// Parses an id; nil when the text is not one.
  package init?(_ text: String) {
    // `Int64` also takes a sign and leading zeros, so that one job would have several ids.
    guard text.hasPrefix("b_"), let number = Int64(text.dropFirst(2)), number > 0, "b_\(number)" == text else {
      return nil
    }
    self.number = number
  }

  package var text: String { "b_\(number)" }

  /// The actor of the job's changes in the history.
  package var actor: String { "batch:\(text)" }

  /// The numbers that jobs can have; another one was corrupted on disk.
  static let numbers = 1...Int64(1) << 53

  /// Stands for the job of a dry run, which has none.
  package static let dryRun = BatchID(0)

  package static func < (first: BatchID, second: BatchID) -> Bool { first.number < second.number }
}

/// A job that carries out one request on all sessions that match a filter, each once.
package struct Batch: Sendable {
  package let id: BatchID
  package internal(set) var request: BatchRequest
  /// Milliseconds since 1970.
  package let startedAt: Int64
  package internal(set) var state = State.running
  package internal(set) var finishedAt: Int64?
  package internal(set) var counts = BatchCounts()
  /// The matching sessions up to this one, in the order of their ids, are done; nil: none.
  package internal(set) var cursor: SessionID?
  /// Whether several nodes share the journal. It lists sessions in the order of the numbers of their ids, not of their texts.
  var isShared = false

  package enum State: String, Sendable {
    case running
    case done
    case cancelled
  }

  package init(_ id: BatchID, _ request: BatchRequest, startedAt: Int64) {
    self.id = id
    self.request = request
    self.startedAt = startedAt
  }

  /// Decodes a stored job; nil if its request or its number is corrupted.
  init?(_ stored: StoredBatch, mostActions: Int) {
    guard BatchID.numbers.contains(stored.id.number),
      let request = BatchRequest(stored: stored.request, mostActions: mostActions)
    else { return nil }
    self.init(stored.id, request, startedAt: stored.startedAt)
    state = State(rawValue: stored.state) ?? .cancelled
    finishedAt = stored.finishedAt
    cursor = stored.cursor
    counts = BatchCounts(stored)
  }

  /// The part of the sessions that was examined, from 0 to 1. Ids are random, so the position of the cursor among all
  /// possible ids is a measure.
  package var progress: Double {
    state == .done ? 1 : cursor.map(position) ?? 0
  }

  /// The position of a session among all ids in their order, from 0 to 1.
  func position(of session: SessionID) -> Double {
    isShared ? Double(session.high) / 0x1p64 : Double(session.textOrder) / 0x1p60
  }

  /// The stored form of a new job.
  package var stored: StoredBatch {
    StoredBatch(id: id, request: request.stored.bytes, state: state.rawValue, startedAt: startedAt)
  }

  /// The filter without sessions that were created after the job.
  ///
  /// The clock of another node may be ahead of the one that has dated the job. So the filter of several nodes also accepts
  /// sessions of the next second: one that was acknowledged before the job must not be left out.
  var filter: SessionFilter {
    var filter = request.filter
    filter.createdUntil = startedAt + (isShared ? 1_000 : 0)
    return filter
  }
}
