import Glibc
import HTTP

/// The value of the `Date` field, formatted once a second.
struct DateField {
  private(set) var bytes: [UInt8] = []
  private var second: Int = 0

  init() { update() }

  mutating func update() {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    guard time.tv_sec != second else { return }
    second = time.tv_sec
    bytes = IMFFixdate.bytes(unixSeconds: second)
  }
}
