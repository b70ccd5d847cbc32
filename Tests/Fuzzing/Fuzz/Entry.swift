import FuzzTargets
import Glibc

/// What libFuzzer calls, once for each input. NAVSTATE_FUZZ_TARGET says what reads it.
@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // In memory of its own, so that a look behind its end is found.
  target.read(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let target: FuzzTarget = {
  let name = getenv("NAVSTATE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("NAVSTATE_FUZZ_TARGET is \"\(name)\", not one of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  return target
}()
