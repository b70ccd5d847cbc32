import CSQLite
import TestSupport

/// A file of the disk with its readable and its durable content.
final class SimulatedFile {
  private(set) var bytes: [UInt8]
  /// The content as of the last sync; nil: the file was never synced.
  private var durable: [UInt8]?
  /// The steps since the last sync, oldest first.
  private var pending: [Step] = []
  private(set) var isLinked = true
  private var isUnlinkingDurable = true
  var locks = FileLocks()

  private enum Step {
    case write(at: Int, [UInt8])
    case cut(to: Int)
  }

  static let sector = 512

  /// Makes an empty file that is not durable.
  init() {
    bytes = []
  }

  /// Makes a file whose content is durable.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    durable = bytes
  }

  /// Copies a file for the next process after a kill.
  ///
  /// - Parameter isEvicted: Whether the system's cache has dropped its pages of the file.
  init(copyOf other: SimulatedFile, isEvicted: Bool = false) {
    bytes = isEvicted ? other.onDisk : other.bytes
    durable = other.durable
    pending = other.pending
    isLinked = other.isLinked
    isUnlinkingDurable = other.isUnlinkingDurable
  }

  /// - Returns: false when the file has fewer bytes.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    let count = max(0, min(buffer.count, bytes.count - offset))
    if count > 0 {
      bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count])) }
    }
    guard count < buffer.count else { return true }
    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).initializeMemory(as: UInt8.self, repeating: 0)
    return false
  }

  func write(_ data: UnsafeRawBufferPointer, at offset: Int) {
    Self.write(data, at: offset, in: &bytes)
    pending.append(.write(at: offset, Array(data)))
  }

  func truncate(to size: Int) {
    guard size < bytes.count else { return }
    bytes.removeLast(bytes.count - size)
    pending.append(.cut(to: size))
  }

  func sync() {
    for step in pending { Self.perform(step, in: &durable) }
    if durable == nil { durable = [] }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes a random part of the pending data to the disk. The cache marks all of it as written, and keeps or drops it.
  func failToSync(keepsCache: Bool, _ generator: inout SplitMix64) {
    var rest = durable
    for step in pending where generator.once(in: 2) { Self.perform(step, in: &rest) }
    durable = rest
    pending.removeAll(keepingCapacity: true)
    if !keepsCache { bytes = onDisk }
  }

  /// The content that is read without the cache, after a write-back.
  var onDisk: [UInt8] {
    var rest = durable
    for step in pending { Self.perform(step, in: &rest) }
    return rest ?? []
  }

  /// - Parameter isSynced: Whether the folder is synced.
  func unlink(isSynced: Bool) {
    isLinked = false
    isUnlinkingDurable = isSynced
  }

  /// Whether the file's name in the folder is not synced yet.
  var isNew: Bool { durable == nil }

  func makeUnlinkingDurable() { isUnlinkingDurable = true }

  /// Returns the content after a power failure; nil: no file.
  func left(by chance: SimulatedDisk.Chance, _ generator: inout SplitMix64) -> [UInt8]? {
    if !isLinked, isUnlinkingDurable || generator.once(in: 2) { return nil }
    var left = durable
    for step in pending {
      switch chance {
      case .nothing: break
      case .all: Self.perform(step, in: &left)
      case .sectors, .noise:
        if case .write(let offset, let data) = step {
          Self.scatter(data, at: offset, in: &left, isNoisy: chance == .noise, &generator)
        } else if generator.once(in: 2) {
          Self.perform(step, in: &left)
        }
      }
    }
    return left
  }

  /// Writes each sector or skips it, at random. A disk promises atomic sectors at most.
  private static func scatter(
    _ data: [UInt8], at offset: Int, in file: inout [UInt8]?, isNoisy: Bool, _ generator: inout SplitMix64
  ) {
    var start = 0
    while start < data.count {
      let end = min(data.count, (offset + start) / sector * sector + sector - offset)
      var part = Array(data[start..<end])
      if isNoisy, generator.once(in: 8) { part = part.map { _ in UInt8(truncatingIfNeeded: generator.next()) } }
      if generator.once(in: 2) { perform(.write(at: offset + start, part), in: &file) }
      start = end
    }
  }

  private static func perform(_ step: Step, in file: inout [UInt8]?) {
    var bytes = file ?? []
    // `file` is nil meanwhile, so that the array is not copied. A copy of the database for each page would be too slow.
    file = nil
    switch step {
    case .write(let offset, let data): data.withUnsafeBytes { write($0, at: offset, in: &bytes) }
    case .cut(let size): if size < bytes.count { bytes.removeLast(bytes.count - size) }
    }
    file = bytes
  }

  private static func write(_ data: UnsafeRawBufferPointer, at offset: Int, in bytes: inout [UInt8]) {
    let end = offset + data.count
    // One copy of all bytes is fast also in a debug build.
    if end > bytes.count { bytes.append(contentsOf: [UInt8](repeating: 0, count: end - bytes.count)) }
    bytes.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[offset..<end]).copyMemory(from: data) }
  }
}
