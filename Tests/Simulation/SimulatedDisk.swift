import CSQLite
import Glibc
import SQLiteJournal
import TestSupport

/// A disk in memory that loses unsynced data at a power failure, as a VFS of SQLite.
///
/// Written data is readable at once, as from the page cache of an operating system. It is durable after a successful
/// sync. A power failure keeps a random part of the unsynced data: some of its sectors, in any order, or random bytes
/// in their place. A sync that fails loses its data: the next sync does not write it to the disk
/// (<https://wiki.postgresql.org/wiki/Fsync_Errors>). The cache still returns that data, also to the next process,
/// until the cache is evicted.
///
/// Used by one thread only.
package final class SimulatedDisk {
  /// A kind of call that SQLite makes.
  package enum Call: UInt8 {
    case open, read, write, truncate, sync, delete, lock
  }

  /// Runs at each call and may take other turns meanwhile. Returns the result code of a call that fails.
  package var visit: ((Call) -> Int32?)?
  /// Whether every call fails, since the power is off or the process has ended.
  package private(set) var isOff = false
  /// Whether a sync has failed. The cache may hold its data as if it were on the disk.
  package internal(set) var hasLostSync = false
  /// Whether syncs report success without writing anything.
  package var forgetsSyncs = false
  /// Milliseconds since 1970.
  package var now: Int64 = 0
  package let name: String
  var files: [String: SimulatedFile] = [:]
  var generator: SplitMix64
  private let vfs: UnsafeMutablePointer<sqlite3_vfs>

  /// The files of a disk with their unsynced data.
  package struct Image {
    var files: [String: SimulatedFile] = [:]

    /// - Parameter contents: By path; all of it is durable.
    package init(_ contents: [String: [UInt8]] = [:]) {
      files = contents.mapValues { SimulatedFile($0) }
    }
  }

  package init(_ image: Image = Image(), seed: UInt64) {
    generator = SplitMix64(seed: seed)
    vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    // The address is unique while the VFS is registered.
    name = "simulated-\(UInt(bitPattern: vfs))"
    files = image.files.mapValues { SimulatedFile(copyOf: $0) }
    vfs.initialize(to: Self.makeVFS(named: name))
    // Not retained: `deinit` unregisters the VFS, and open files retain the disk.
    vfs.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    precondition(sqlite3_vfs_register(vfs, 0) == SQLITE_OK)
  }

  deinit {
    sqlite3_vfs_unregister(vfs)
    free(UnsafeMutableRawPointer(mutating: vfs.pointee.zName))
    vfs.deallocate()
  }

  /// Ends the power or the process: every later call fails.
  package func turnOff() { isOff = true }

  /// Returns the result code of a call that fails; nil: it succeeds.
  func fault(at call: Call) -> Int32? {
    if isOff { return SQLITE_IOERR }
    let fault = visit?(call)
    return isOff ? SQLITE_IOERR : fault
  }

  /// Syncs a file. The first sync of a file also syncs its folder, as SQLite's own VFS for Unix does for journals and
  /// logs. This makes earlier unlinks durable.
  func sync(_ file: SimulatedFile) {
    if file.isNew {
      for other in files.values { other.makeUnlinkingDurable() }
    }
    file.sync()
  }

  /// Fails a sync. The log is read again only after it was written again, so that its cache may be dropped at once, as
  /// some file systems do. The cache of other files is dropped between two processes at most.
  func loseSync(of file: SimulatedFile, isLog: Bool) {
    hasLostSync = true
    let keepsCache = !isLog || !generator.once(in: 3)
    file.failToSync(keepsCache: keepsCache, &generator)
  }

  /// Opens a file to read it without the cache, which is written back first.
  package func openDiskFile(_ path: String) -> (any DiskFile)? {
    files[path].flatMap { $0.isLinked ? UncachedFile(bytes: $0.onDisk) : nil }
  }

  /// The content of a file at the time it was opened.
  private struct UncachedFile: DiskFile {
    let bytes: [UInt8]

    func readBlock(at offset: Int) -> [UInt8]? {
      Array(bytes.dropFirst(offset).prefix(DiskFileBlock.size))
    }
  }

  // MARK: Content after a kill or a power failure

  /// The readable content, by path.
  package var contents: [String: [UInt8]] { files.compactMapValues { $0.isLinked ? $0.bytes : nil } }

  /// The files that the next process finds after a kill: everything written, unless the cache was evicted after a
  /// failed sync. Unsynced data stays unsynced.
  package var afterKill: Image {
    var image = Image()
    for path in files.keys.sorted() {
      let isEvicted = hasLostSync && generator.once(in: 4)
      image.files[path] = files[path].map { SimulatedFile(copyOf: $0, isEvicted: isEvicted) }
    }
    return image
  }

  /// Returns the files after a power failure: the synced data and a random part of the rest.
  package func afterPowerCut() -> Image {
    let chance = Chance(rawValue: UInt8(generator.upTo(4) - 1)) ?? .all
    var image = Image()
    // Sorted, since the order of a dictionary differs between processes.
    for path in files.keys.sorted() {
      if let file = files[path], let bytes = file.left(by: chance, &generator) {
        image.files[path] = SimulatedFile(bytes)
      }
    }
    return image
  }

  /// The part of the unsynced data that a power failure keeps.
  enum Chance: UInt8 {
    case nothing, all, sectors, noise
  }
}

extension SimulatedDisk.Call {
  /// The result codes with which the call can fail: SQLite's extended result codes.
  var faults: [Int32] {
    switch self {
    case .open: [SQLITE_CANTOPEN]
    case .read: [SQLITE_IOERR | (1 << 8)]
    case .write: [SQLITE_FULL, SQLITE_IOERR | (3 << 8)]
    case .truncate: [SQLITE_IOERR | (6 << 8)]
    case .sync: [SQLITE_IOERR | (4 << 8), SQLITE_FULL]
    case .delete: [SQLITE_IOERR | (10 << 8)]
    case .lock: [SQLITE_IOERR | (20 << 8)]
    }
  }
}
