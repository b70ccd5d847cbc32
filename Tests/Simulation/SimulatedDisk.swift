import CSQLite
import Glibc
import Persistence
import RandomNumbers

/// A disk in memory that forgets what was not synced when its power goes, as a VFS of SQLite.
///
/// What is written is read back at once, as from an operating system's cache. It lasts from when a sync has said so; until
/// then the end of the power leaves of it whatever chance leaves: sectors of it, in any order, or noise in their place.
/// A sync that fails has lost what it was for: the next one does not bring it to the disk
/// (<https://wiki.postgresql.org/wiki/Fsync_Errors>). The cache shows it still, to the next process too, until it drops it.
///
/// Belongs to one thread.
package final class SimulatedDisk {
  /// What SQLite asks of the disk.
  package enum Call: UInt8 {
    case open, read, write, truncate, sync, delete, lock
  }

  /// Whether somebody wants to come in between, or the call is to fail: its result code then.
  package var visit: ((Call) -> Int32?)?
  /// Nothing is read or written any more.
  package private(set) var isOff = false
  /// A sync has failed, and what it was for is in the cache as if it were on the disk.
  package internal(set) var hasLostSync = false
  /// Says of every sync that it is done, and does none: a disk that lies.
  package var forgetsSyncs = false
  /// Milliseconds since 1970.
  package var now: Int64 = 0
  package let name: String
  var files: [String: SimulatedFile] = [:]
  var generator: SplitMix64
  private let vfs: UnsafeMutablePointer<sqlite3_vfs>

  /// What is on it, and what of that will last.
  package struct Image {
    var files: [String: SimulatedFile] = [:]

    /// - Parameter contents: By path; all of it lasts.
    package init(_ contents: [String: [UInt8]] = [:]) {
      files = contents.mapValues { SimulatedFile($0) }
    }
  }

  package init(_ image: Image = Image(), seed: UInt64) {
    generator = SplitMix64(seed: seed)
    vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    // The address is this disk's alone for as long as it is registered.
    name = "simulated-\(UInt(bitPattern: vfs))"
    files = image.files.mapValues { SimulatedFile(copyOf: $0) }
    vfs.initialize(to: Self.makeVFS(named: name))
    // Not retained: the VFS goes in `deinit`, and those who have opened files keep the disk.
    vfs.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    precondition(sqlite3_vfs_register(vfs, 0) == SQLITE_OK)
  }

  deinit {
    sqlite3_vfs_unregister(vfs)
    free(UnsafeMutableRawPointer(mutating: vfs.pointee.zName))
    vfs.deallocate()
  }

  /// The power goes, or the process: from now on nothing works.
  package func turnOff() { isOff = true }

  /// Nil: go on.
  func fault(at call: Call) -> Int32? {
    if isOff { return SQLITE_IOERR }
    let fault = visit?(call)
    return isOff ? SQLITE_IOERR : fault
  }

  /// With the first sync of a file its folder is synced too, as SQLite's own VFS for Unix does for journals and logs: with
  /// it goes what was unlinked before.
  func sync(_ file: SimulatedFile) {
    if file.isNew {
      for other in files.values { other.makeUnlinkingDurable() }
    }
    file.sync()
  }

  /// A sync fails. The log is read again only after it was written again, so that its cache may be dropped at once, as some
  /// file systems do; the rest is dropped between two processes at most.
  func loseSync(of file: SimulatedFile, isLog: Bool) {
    hasLostSync = true
    let keepsCache = !isLog || !generator.once(in: 3)
    file.failToSync(keepsCache: keepsCache, &generator)
  }

  /// A file past the cache.
  package func openDiskFile(_ path: String) -> (any DiskFile)? {
    files[path].flatMap { $0.isLinked ? UncachedFile(bytes: $0.onDisk) : nil }
  }

  /// The content of a file when it was opened.
  private struct UncachedFile: DiskFile {
    let bytes: [UInt8]

    func readBlock(at offset: Int) -> [UInt8]? {
      Array(bytes.dropFirst(offset).prefix(DiskFileBlock.size))
    }
  }

  // MARK: What is left

  /// What is read from it, by path.
  package var contents: [String: [UInt8]] { files.compactMapValues { $0.isLinked ? $0.bytes : nil } }

  /// The files that another process finds after a kill: all that was written, unless the cache has dropped what a failed
  /// sync had been for. It lasts as little as it did.
  package var afterKill: Image {
    var image = Image()
    for path in files.keys.sorted() {
      let isEvicted = hasLostSync && generator.once(in: 4)
      image.files[path] = files[path].map { SimulatedFile(copyOf: $0, isEvicted: isEvicted) }
    }
    return image
  }

  /// What is found when the power is back: what was synced, and of the rest what chance has left.
  package func afterPowerCut() -> Image {
    let chance = Chance(rawValue: UInt8(generator.upTo(4) - 1)) ?? .all
    var image = Image()
    // In an order of their own: that of a dictionary is another one in each process.
    for path in files.keys.sorted() {
      if let file = files[path], let bytes = file.left(by: chance, &generator) {
        image.files[path] = SimulatedFile(bytes)
      }
    }
    return image
  }

  /// What happens to what was not synced.
  enum Chance: UInt8 {
    case nothing, all, sectors, noise
  }
}

extension SimulatedDisk.Call {
  /// How such a call can fail: SQLite's extended result codes.
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
