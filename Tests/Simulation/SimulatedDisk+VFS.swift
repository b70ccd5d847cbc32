import CSQLite
import Glibc

/// An open file as SQLite sees it. The methods come first, as SQLite requires.
private struct OpenFile {
  var methods: UnsafePointer<sqlite3_io_methods>?
  var handle: Unmanaged<Handle>
}

/// A file that a connection has opened.
private final class Handle {
  let disk: SimulatedDisk
  let file: SimulatedFile
  let path: String?
  var id: ObjectIdentifier { ObjectIdentifier(self) }

  init(_ file: SimulatedFile, at path: String?, on disk: SimulatedDisk) {
    self.file = file
    self.path = path
    self.disk = disk
  }

  static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Handle {
    guard let file else { preconditionFailure("SQLite passes an open file") }
    return UnsafeRawPointer(file).assumingMemoryBound(to: OpenFile.self).pointee.handle.takeUnretainedValue()
  }
}

// The functions of a VFS: <https://www.sqlite.org/c3ref/vfs.html>.
extension SimulatedDisk {
  static func makeVFS(named name: String) -> sqlite3_vfs {
    var vfs = sqlite3_vfs()
    vfs.iVersion = 2
    vfs.szOsFile = Int32(MemoryLayout<OpenFile>.size)
    vfs.mxPathname = 512
    vfs.zName = UnsafePointer(strdup(name))
    vfs.xOpen = { SimulatedDisk.of($0).open($1, $2, $3, $4) }
    vfs.xDelete = { SimulatedDisk.of($0).delete($1, isSynced: $2 != 0) }
    vfs.xAccess = { vfs, path, _, result in
      result?.pointee = SimulatedDisk.of(vfs).exists(path) ? 1 : 0
      return SQLITE_OK
    }
    vfs.xFullPathname = { _, path, size, full in
      guard let path, let full, strlen(path) < Int(size) else { return SQLITE_CANTOPEN }
      strcpy(full, path)
      return SQLITE_OK
    }
    vfs.xRandomness = { vfs, count, bytes in
      for index in 0..<Int(count) { bytes?[index] = CChar(truncatingIfNeeded: SimulatedDisk.of(vfs).generator.next()) }
      return count
    }
    // One thread runs everything, so that no lock is released during a wait.
    vfs.xSleep = { _, microseconds in microseconds }
    vfs.xCurrentTimeInt64 = { vfs, time in
      // Milliseconds since noon in Greenwich on November 24, 4714 B.C.
      time?.pointee = SimulatedDisk.of(vfs).now + 210_866_760_000_000
      return SQLITE_OK
    }
    vfs.xGetLastError = { _, _, _ in 0 }
    return vfs
  }

  private static func of(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> SimulatedDisk {
    guard let context = vfs?.pointee.pAppData else { preconditionFailure("SQLite passes the VFS it was given") }
    return Unmanaged<SimulatedDisk>.fromOpaque(context).takeUnretainedValue()
  }

  private func open(
    _ path: UnsafePointer<CChar>?, _ opened: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let opened else { return SQLITE_MISUSE }
    opened.pointee.pMethods = nil
    if let fault = fault(at: .open) { return fault == SQLITE_IOERR ? SQLITE_CANTOPEN : fault }
    let path = path.map { String(cString: $0) }
    let file: SimulatedFile
    if let path, let known = files[path], known.isLinked {
      file = known
    } else {
      guard path == nil || flags & SQLITE_OPEN_CREATE != 0 else { return SQLITE_CANTOPEN }
      file = SimulatedFile()
      if let path { files[path] = file }
    }
    let handle = Unmanaged.passRetained(Handle(file, at: path, on: self))
    UnsafeMutableRawPointer(opened).initializeMemory(
      as: OpenFile.self, to: OpenFile(methods: Methods.shared.pointer, handle: handle))
    outFlags?.pointee = flags
    return SQLITE_OK
  }

  private func delete(_ path: UnsafePointer<CChar>?, isSynced: Bool) -> Int32 {
    guard let path else { return SQLITE_MISUSE }
    if let fault = fault(at: .delete) { return fault }
    guard let file = files[String(cString: path)], file.isLinked else { return SQLITE_IOERR | (23 << 8) }
    file.unlink(isSynced: isSynced)
    return SQLITE_OK
  }

  private func exists(_ path: UnsafePointer<CChar>?) -> Bool {
    guard let path, let file = files[String(cString: path)] else { return false }
    // An empty file does not exist, as in SQLite's own VFS for Unix.
    return file.isLinked && !file.bytes.isEmpty
  }
}

/// The methods of all files.
private struct Methods: @unchecked Sendable {
  // Written once in `init`, before it is shared.
  let pointer: UnsafePointer<sqlite3_io_methods>

  static let shared = Methods()

  private init() {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: sqlite3_io_methods())
    methods.pointee.iVersion = 2
    Self.setReading(methods)
    Self.setWriting(methods)
    Self.setLocking(methods)
    Self.setSharing(methods)
    methods.pointee.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.pointee.xSectorSize = { _ in 4096 }
    // As in SQLite's own VFS for Unix: a write changes only the bytes that it writes.
    methods.pointee.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
    pointer = UnsafePointer(methods)
  }

  private static func setReading(_ methods: UnsafeMutablePointer<sqlite3_io_methods>) {
    methods.pointee.xClose = { file in
      let handle = Handle.of(file)
      handle.file.locks.unlock(handle.id, to: SQLITE_LOCK_NONE)
      handle.file.locks.unmap(handle.id)
      Unmanaged.passUnretained(handle).release()
      return SQLITE_OK
    }
    methods.pointee.xRead = { file, buffer, count, offset in
      let handle = Handle.of(file)
      if let fault = handle.disk.fault(at: .read) { return fault }
      let buffer = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
      return handle.file.read(into: buffer, at: Int(offset)) ? SQLITE_OK : SQLITE_IOERR | (2 << 8)
    }
    methods.pointee.xFileSize = { file, size in
      let handle = Handle.of(file)
      if handle.disk.isOff { return SQLITE_IOERR }
      size?.pointee = Int64(handle.file.bytes.count)
      return SQLITE_OK
    }
  }

  private static func setWriting(_ methods: UnsafeMutablePointer<sqlite3_io_methods>) {
    methods.pointee.xWrite = { file, buffer, count, offset in
      let handle = Handle.of(file)
      let fault = handle.disk.fault(at: .write)
      if handle.disk.isOff { return SQLITE_IOERR }
      // A write that fails has written its first half.
      let count = fault == nil ? Int(count) : Int(count) / 2
      handle.file.write(UnsafeRawBufferPointer(start: buffer, count: count), at: Int(offset))
      return fault ?? SQLITE_OK
    }
    methods.pointee.xTruncate = { file, size in
      let handle = Handle.of(file)
      if let fault = handle.disk.fault(at: .truncate) { return fault }
      handle.file.truncate(to: Int(size))
      return SQLITE_OK
    }
    methods.pointee.xSync = { file, _ in
      let handle = Handle.of(file)
      let fault = handle.disk.fault(at: .sync)
      if handle.disk.isOff { return SQLITE_IOERR }
      guard let fault else {
        if !handle.disk.forgetsSyncs { handle.disk.sync(handle.file) }
        return SQLITE_OK
      }
      handle.disk.loseSync(of: handle.file, isLog: handle.path?.hasSuffix("-wal") ?? false)
      return fault
    }
  }

  private static func setLocking(_ methods: UnsafeMutablePointer<sqlite3_io_methods>) {
    methods.pointee.xLock = { file, level in
      let handle = Handle.of(file)
      return handle.file.locks.lock(handle.id, level) ? SQLITE_OK : SQLITE_BUSY
    }
    methods.pointee.xUnlock = { file, level in
      let handle = Handle.of(file)
      handle.file.locks.unlock(handle.id, to: level)
      return SQLITE_OK
    }
    methods.pointee.xCheckReservedLock = { file, result in
      result?.pointee = Handle.of(file).file.locks.isReserved ? 1 : 0
      return SQLITE_OK
    }
  }

  private static func setSharing(_ methods: UnsafeMutablePointer<sqlite3_io_methods>) {
    methods.pointee.xShmMap = { file, number, size, makes, region in
      let handle = Handle.of(file)
      region?.pointee = handle.file.locks.region(Int(number), size: Int(size), makes: makes != 0, for: handle.id)
      return SQLITE_OK
    }
    methods.pointee.xShmLock = { file, first, count, flags in
      let handle = Handle.of(file)
      if flags & SQLITE_SHM_LOCK != 0, let fault = handle.disk.fault(at: .lock) { return fault }
      let slots = UInt8(truncatingIfNeeded: ((1 << count) - 1) << first)
      return handle.file.locks.lockSlots(handle.id, slots, flags) ? SQLITE_OK : SQLITE_BUSY
    }
    methods.pointee.xShmBarrier = { _ in }
    methods.pointee.xShmUnmap = { file, _ in
      let handle = Handle.of(file)
      handle.file.locks.unmap(handle.id)
      return SQLITE_OK
    }
  }
}
