import Foundation
import JSON

/// A store in a folder, with files for each session: its requests, its last snapshot, and a lock.
///
/// A file is replaced as a whole, so that the end of the process at any time leaves the former or the new queue. It is
/// not synchronised with the disk: a loss of power can lose the last requests.
public struct FileQueueStore: QueueStore {
  private let folder: URL

  /// - Parameter folder: The folder, which is created when the first queue is stored.
  public init(folder: URL) {
    self.folder = folder
  }

  /// Returns the requests for a session.
  ///
  /// - Throws: An error when the file cannot be read, or is not the file of a queue.
  public func load(session: String) throws -> [QueuedRequest] {
    let file = file(of: session)
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return try [QueuedRequest](json: JSONValue(parsing: Array(Data(contentsOf: file)), maximumDepth: 2_048))
  }

  /// Replaces the requests for a session.
  public func save(_ requests: [QueuedRequest], session: String) throws {
    let file = file(of: session)
    guard !requests.isEmpty else {
      if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
      return
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(requests.json.bytes).write(to: file, options: .atomic)
  }

  /// Returns the last stored snapshot of a session.
  public func snapshot(session: String) throws -> SessionSnapshot? {
    let file = file(of: session, "snapshot.json")
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try SessionSnapshot(json: JSONValue(parsing: Array(Data(contentsOf: file)), maximumDepth: 2_048))
  }

  /// Replaces the snapshot of a session.
  public func save(_ snapshot: SessionSnapshot, session: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(snapshot.json().bytes).write(to: file(of: session, "snapshot.json"), options: .atomic)
  }

  /// Takes the queue of a session for one client, by a file that is locked.
  public func lock(session: String) throws -> QueueLock? {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try QueueLock(file: file(of: session, "lock"))
  }

  private func file(of session: String, _ suffix: String = "json") -> URL {
    folder.appendingPathComponent("\(session).\(suffix)")
  }
}
