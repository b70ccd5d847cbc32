import Foundation
import Glibc

/// A pseudoterminal.
struct Terminal {
  /// The end that a terminal emulator reads.
  let screen: FileHandle
  /// The end to which a program writes.
  let device: FileHandle

  /// TIOCGPTN and TIOCSPTLCK of asm-generic/ioctls.h, macros that Swift does not import: the terminal's number and its
  /// lock.
  private static let (number, lock): (UInt, UInt) = (0x8004_5430, 0x4004_5431)

  init() throws {
    let screen = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (number, isLocked): (UInt32, Int32) = (0, 0)
    guard screen >= 0, ioctl(screen, Self.lock, &isLocked) == 0, ioctl(screen, Self.number, &number) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    let device = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    guard device >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    self.screen = FileHandle(fileDescriptor: screen, closeOnDealloc: true)
    self.device = FileHandle(fileDescriptor: device, closeOnDealloc: true)
  }
}
