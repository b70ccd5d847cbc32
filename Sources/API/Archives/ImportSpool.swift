import Dispatch
import Support
import HTTP
import Sessions

/// Writes the content of an import to a file as it arrives, without buffering it or blocking a thread on the client.
final class ImportSpool: ContentReceiver {
  enum Outcome: Sendable {
    /// The content and its SHA-256.
    case complete(TemporaryFile, hash: [UInt8])
    case failed(JournalFailure)
    /// The client disconnected, or its request was answered.
    case aborted
  }

  /// Shared by all imports: at most one piece of each is queued.
  private static let queue = DispatchQueue(label: "navstate.imports.spool", qos: .utility)

  private let folder: String
  private let ended: @Sendable (Outcome) -> Void
  /// Accessed only on the queue.
  private nonisolated(unsafe) var file: TemporaryFile?
  private nonisolated(unsafe) var digest = SHA256Stream()
  private nonisolated(unsafe) var hasEnded = false

  /// - Parameter ended: Called once, on the shared queue; must not block.
  init(in folder: String, ended: @escaping @Sendable (Outcome) -> Void) {
    self.folder = folder
    self.ended = ended
  }

  func receive(_ piece: [UInt8], isLast: Bool, taken: @escaping @Sendable () -> Void) {
    Self.queue.async { [self] in
      guard !hasEnded else { return }
      do throws(JournalFailure) {
        let file = try store(piece)
        if isLast { end(.complete(file, hash: digest.finish())) } else { taken() }
      } catch {
        end(.failed(error))
      }
    }
  }

  func abort() {
    Self.queue.async { [self] in end(.aborted) }
  }

  private func store(_ piece: [UInt8]) throws(JournalFailure) -> TemporaryFile {
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
