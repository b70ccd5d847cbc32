import CSQLite

/// The locks of a file (<https://www.sqlite.org/lockingv3.html>), and the shared memory of its write-ahead log
/// (<https://www.sqlite.org/walformat.html>, 2.3).
struct FileLocks {
  private var levels: [ObjectIdentifier: Int32] = [:]
  private var sharedSlots: [ObjectIdentifier: UInt8] = [:]
  private var exclusiveSlots: [ObjectIdentifier: UInt8] = [:]
  private(set) var regions: [UnsafeMutableRawPointer] = []
  private var mappers: Set<ObjectIdentifier> = []

  // MARK: The file

  func level(of owner: ObjectIdentifier) -> Int32 { levels[owner] ?? SQLITE_LOCK_NONE }

  /// - Returns: Whether the lock was granted. An owner that waits for an exclusive lock blocks new shared locks.
  mutating func lock(_ owner: ObjectIdentifier, _ level: Int32) -> Bool {
    guard level > self.level(of: owner) else { return true }
    let others = levels.lazy.filter { $0.key != owner }.map(\.value)
    let highest = others.max() ?? SQLITE_LOCK_NONE
    switch level {
    case SQLITE_LOCK_SHARED:
      guard highest < SQLITE_LOCK_PENDING else { return false }
    case SQLITE_LOCK_EXCLUSIVE:
      guard highest < SQLITE_LOCK_RESERVED else { return false }
      if highest >= SQLITE_LOCK_SHARED {
        levels[owner] = SQLITE_LOCK_PENDING
        return false
      }
    default:
      guard highest < SQLITE_LOCK_RESERVED else { return false }
    }
    levels[owner] = level
    return true
  }

  mutating func unlock(_ owner: ObjectIdentifier, to level: Int32) {
    if level < self.level(of: owner) { levels[owner] = level == SQLITE_LOCK_NONE ? nil : level }
  }

  var isReserved: Bool { levels.values.contains { $0 >= SQLITE_LOCK_RESERVED } }

  // MARK: The write-ahead log

  /// Returns a region of the shared memory; nil: it does not exist and is not to be made.
  mutating func region(_ number: Int, size: Int, makes: Bool, for owner: ObjectIdentifier) -> UnsafeMutableRawPointer? {
    mappers.insert(owner)
    while makes, regions.count <= number {
      let region = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
      region.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      regions.append(region)
    }
    return number < regions.count ? regions[number] : nil
  }

  /// Unmaps the shared memory of an owner. It is freed with its last owner.
  mutating func unmap(_ owner: ObjectIdentifier) {
    guard mappers.remove(owner) != nil else { return }
    sharedSlots[owner] = nil
    exclusiveSlots[owner] = nil
    guard mappers.isEmpty else { return }
    for region in regions { region.deallocate() }
    regions = []
  }

  /// - Returns: Whether the lock was granted or released.
  mutating func lockSlots(_ owner: ObjectIdentifier, _ slots: UInt8, _ flags: Int32) -> Bool {
    if flags & SQLITE_SHM_UNLOCK != 0 {
      sharedSlots[owner, default: 0] &= ~slots
      exclusiveSlots[owner, default: 0] &= ~slots
      return true
    }
    let taken = exclusiveSlots.contains { $0.key != owner && $0.value & slots != 0 }
    if flags & SQLITE_SHM_SHARED != 0 {
      guard !taken else { return false }
      sharedSlots[owner, default: 0] |= slots
    } else {
      guard !taken, !sharedSlots.contains(where: { $0.key != owner && $0.value & slots != 0 }) else { return false }
      exclusiveSlots[owner, default: 0] |= slots
    }
    return true
  }
}
