// The conversions of floating numbers to integers. `Int64(_:)` ends the process for a number that does not fit, so numbers
// from outside take these.

extension Double {
  /// The integer of the same value; nil when there is none or it does not fit.
  ///
  /// Not `Int64(exactly:)`, whose rounding would make every program that links this module link libm.
  var asInteger: Int64? {
    guard self >= -0x1p63, self < 0x1p63 else { return nil }
    let integer = Int64(self)
    return Double(integer) == self ? integer : nil
  }

  /// The value without its fraction, or the nearest integer if it does not fit; 0 if it is not a number.
  package var clampedInteger: Int64 {
    if isNaN { return 0 }
    guard self < 0x1p63 else { return .max }
    return self >= -0x1p63 ? Int64(self) : .min
  }
}
