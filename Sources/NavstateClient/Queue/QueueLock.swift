import Foundation

/// The exclusive use of a session's queue, until the object is released or the process ends.
public final class QueueLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of a file, which is created.
  ///
  /// - Throws: ``QueueInUse`` when another object has it, also of another process.
  init(file: URL) throws {
    let opened = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: file.path]) }
    // flock(2) locks the open file, which excludes other clients of this process as well. A lock of fcntl(2) would not.
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      close(opened)
      throw QueueInUse(file: file)
    }
    descriptor = opened
  }

  deinit { close(descriptor) }
}

/// The error of a second client for a queue.
public struct QueueInUse: Error, CustomStringConvertible {
  /// The file of the lock.
  public let file: URL

  /// The reason, and what to do.
  public var description: String {
    "another client has the lock \(file.path); close it, or give this one a folder of its own"
  }
}
