import Dispatch
import Digest
import HTTP
import Sessions

/// Keeps the content of an import in a file as it comes, so that it takes no memory and no thread waits for the client.
final class ImportSpool: ContentReceiver {
  enum Outcome: Sendable {
    /// The content, and its SHA-256.
    case complete(TemporaryFile, hash: [UInt8])
    case failed(JournalFailure)
    /// The client has gone, or its request was answered.
    case aborted
  }

  /// One for all: what is written there is a piece of each at most.
  private static let queue = DispatchQueue(label: "navstate.imports.spool", qos: .utility)

  private let folder: String
  private let ended: @Sendable (Outcome) -> Void
  /// On the queue only.
  private nonisolated(unsafe) var file: TemporaryFile?
  private nonisolated(unsafe) var digest = SHA256Stream()
  private nonisolated(unsafe) var hasEnded = false

  /// - Parameter ended: Called once, on a thread that others wait for.
  init(in folder: String, ended: @escaping @Sendable (Outcome) -> Void) {
    self.folder = folder
    self.ended = ended
  }

  func receive(_ piece: [UInt8], isLast: Bool, taken: @escaping @Sendable () -> Void) {
    Self.queue.async { [self] in
      guard !hasEnded else { return }
      do throws(JournalFailure) {
        let file = try keep(piece)
        if isLast { end(.complete(file, hash: digest.finish())) } else { taken() }
      } catch {
        end(.failed(error))
      }
    }
  }

  func abort() {
    Self.queue.async { [self] in end(.aborted) }
  }

  private func keep(_ piece: [UInt8]) throws(JournalFailure) -> TemporaryFile {
    let file = if let file { file } else { try TemporaryFile(in: folder) }
    self.file = file
    try file.append(piece)
    digest.update(piece)
    return file
  }

  private func end(_ outcome: Outcome) {
    guard !hasEnded else { return }
    hasEnded = true
    file = nil
    ended(outcome)
  }
}
