import CSQLite
import Glibc
import Synchronization

/// A disk with injected faults: SQLite's own VFS, whose opens, writes and syncs can be made to fail.
final class FaultyDisk: Sendable {
  struct Faults: Sendable {
    var open: Int32?
    var write: Int32?
    var sync: Int32?

    /// No space left.
    static let full = Faults(write: SQLITE_FULL)
    /// Writes succeed, and syncs fail.
    static let unsynced = Faults(sync: SQLITE_IOERR | (4 << 8))
    /// Opens, writes and syncs fail.
    static let gone = Faults(open: SQLITE_CANTOPEN, write: SQLITE_IOERR | (3 << 8), sync: SQLITE_IOERR | (4 << 8))
  }

  let name = "faulty-\(UInt64.random(in: 0 ... .max))"
  private let faults = Mutex(Faults())

  /// Registers the disk as a VFS. Both exist until the process ends.
  init() {
    guard let system = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has no VFS") }
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: system.pointee)
    vfs.pointee.pNext = nil
    vfs.pointee.zName = UnsafePointer(strdup(name))
    vfs.pointee.pAppData = Unmanaged.passRetained(self).toOpaque()
    vfs.pointee.xOpen = { vfs, path, file, flags, outFlags in
      guard let context = vfs?.pointee.pAppData, let file, let system = sqlite3_vfs_find(nil) else {
        return SQLITE_MISUSE
      }
      let disk = Unmanaged<FaultyDisk>.fromOpaque(context).takeUnretainedValue()
      if let fault = disk.current.open { return fault }
      let code = system.pointee.xOpen(system, path, file, flags, outFlags)
      if code == SQLITE_OK { Methods.replace(in: file, by: disk) }
      return code
    }
    precondition(sqlite3_vfs_register(vfs, 0) == SQLITE_OK)
  }

  func fail(_ faults: Faults) {
    self.faults.withLock { $0 = faults }
  }

  func heal() {
    fail(Faults())
  }

  fileprivate var current: Faults { faults.withLock { $0 } }
}

/// The methods of one open file.
///
/// `methods` is the first member, so that SQLite can use a pointer to this value as a pointer to the methods. The
/// functions below find the other members through the same pointer.
private struct Methods {
  var methods: sqlite3_io_methods
  let real: UnsafePointer<sqlite3_io_methods>
  let disk: FaultyDisk

  static func replace(in file: UnsafeMutablePointer<sqlite3_file>, by disk: FaultyDisk) {
    guard let real = file.pointee.pMethods else { return }
    let replacement = UnsafeMutablePointer<Methods>.allocate(capacity: 1)
    replacement.initialize(to: Methods(methods: real.pointee, real: real, disk: disk))
    replacement.pointee.methods.xWrite = { file, bytes, count, offset in
      let methods = Methods.of(file)
      return methods.disk.current.write ?? methods.real.pointee.xWrite(file, bytes, count, offset)
    }
    replacement.pointee.methods.xSync = { file, flags in
      let methods = Methods.of(file)
      return methods.disk.current.sync ?? methods.real.pointee.xSync(file, flags)
    }
    file.pointee.pMethods = UnsafeRawPointer(replacement).assumingMemoryBound(to: sqlite3_io_methods.self)
  }

  static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Methods {
    guard let methods = file?.pointee.pMethods else { preconditionFailure("SQLite passes an open file") }
    return UnsafeRawPointer(methods).assumingMemoryBound(to: Methods.self).pointee
  }
}
