import FuzzTargets
import Glibc

/// The function that libFuzzer calls once for each input. NAVSTATE_FUZZ_TARGET names the target that reads the input.
@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // A copy in its own memory, so that AddressSanitizer finds a read past its end.
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
