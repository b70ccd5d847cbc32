import Glibc

/// The seeds that are being simulated: if the process crashes, one of them is the cause.
enum Running {
  // Allocated before the threads start and never freed. Each thread writes its own element. The signal handler, which
  // may call async-signal-safe functions only, reads them.
  nonisolated(unsafe) private static var seeds = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: 0)

  static func tellWhenKilled(jobs: Int) {
    seeds = .allocate(capacity: jobs)
    seeds.initialize(repeating: 0)
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGABRT] {
      signal(number) { number in
        Running.tell()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  static func record(_ seed: UInt64, job: Int) { seeds[job] = seed }

  private static func tell() {
    write("it broke while these seeds were simulated:")
    for seed in seeds {
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 21) { digits in
        var (position, rest) = (20, seed)
        repeat {
          digits[position] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
          position -= 1
        } while rest > 0
        digits[position] = UInt8(ascii: " ")
        let text = UnsafeBufferPointer(rebasing: digits[position...])
        _ = Glibc.write(STDERR_FILENO, text.baseAddress, text.count)
      }
    }
    write("\n")
  }

  private static func write(_ text: StaticString) {
    _ = Glibc.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
