/// All decimal digits of a double, which has a finite number of them.
struct ExactDecimal {
  private let isNegative: Bool
  /// The digits, the most significant first; empty for zero.
  private var digits: [UInt8]
  /// The number of digits before the decimal point; negative for zeros after it.
  private var pointPosition: Int

  /// - Parameter number: A finite number.
  init(_ number: Double) {
    isNegative = number.sign == .minus
    digits = []
    pointPosition = 0
    guard number != 0 else { return }
    var exponent = Int(number.exponent) - 52
    var significand = UInt64(number.significandBitPattern) | 1 << 52
    if number.isSubnormal {
      exponent = -1_074
      significand = number.significandBitPattern
    }
    // Limbs of nine digits, the least significant first.
    var limbs: [UInt64] = [significand]
    Self.carry(&limbs)
    // A negative power of two is a power of five divided by a power of ten.
    Self.multiply(&limbs, by: exponent < 0 ? 5 : 2, power: abs(exponent))
    digits = Self.digits(of: limbs)
    pointPosition = digits.count + min(0, exponent)
  }

  private static let limbBase: UInt64 = 1_000_000_000

  /// Multiplies by a power of a factor, with the greatest power in one step that 64 bits have room for.
  private static func multiply(_ limbs: inout [UInt64], by factor: UInt64, power: Int) {
    var rest = power
    while rest > 0 {
      // A limb is below 10^9 and 5^13 below 2^31, so that the product and its carry fit 64 bits.
      let step = min(rest, 13)
      let product = (0..<step).reduce(1) { product, _ in product * factor }
      for index in limbs.indices { limbs[index] *= product }
      carry(&limbs)
      rest -= step
    }
  }

  private static func carry(_ limbs: inout [UInt64]) {
    var carried: UInt64 = 0
    for index in limbs.indices {
      let sum = limbs[index] + carried
      limbs[index] = sum % limbBase
      carried = sum / limbBase
    }
    while carried > 0 {
      limbs.append(carried % limbBase)
      carried /= limbBase
    }
  }

  private static func digits(of limbs: [UInt64]) -> [UInt8] {
    var digits: [UInt8] = []
    for limb in limbs {
      var rest = limb
      for _ in 0..<9 {
        digits.append(UInt8(rest % 10))
        rest /= 10
      }
    }
    while digits.last == 0 { digits.removeLast() }
    return digits.reversed()
  }
}

extension ExactDecimal {
  /// Writes the number with so many digits after the decimal point: `-1.20`.
  func fixed(_ precision: Int) -> String {
    let rounded = rounded(to: pointPosition + precision)
    let whole = rounded.digits(from: 0, to: rounded.pointPosition)
    let fraction = rounded.digits(from: rounded.pointPosition, to: rounded.pointPosition + precision)
    return sign + (whole.isEmpty ? "0" : whole) + (precision == 0 ? "" : "." + fraction)
  }

  /// Writes the number with one digit before the decimal point: `1.052e+03`.
  func scientific(_ precision: Int) -> String {
    let rounded = rounded(to: precision + 1)
    let exponent = rounded.digits.isEmpty ? 0 : rounded.pointPosition - 1
    let first = rounded.digits(from: 0, to: 1)
    let fraction = rounded.digits(from: 1, to: 1 + precision)
    let power = "e\(exponent < 0 ? "-" : "+")\(exponent.magnitude < 10 ? "0" : "")\(exponent.magnitude)"
    return sign + first + (precision == 0 ? "" : "." + fraction) + power
  }

  private var sign: String { isNegative ? "-" : "" }

  /// The digits in a range of positions; zeros where there are none.
  private func digits(from start: Int, to end: Int) -> String {
    start >= end ? "" : (start..<end).map { digits.indices.contains($0) ? String(digits[$0]) : "0" }.joined()
  }

  /// Keeps the first digits, rounded to the nearest, halfway to the even digit.
  private func rounded(to count: Int) -> ExactDecimal {
    guard count < digits.count else { return self }
    var result = self
    // The number is below a tenth of the last place, and rounds to 0.
    guard count >= 0 else {
      result.digits = []
      return result
    }
    let rest = digits[count...]
    result.digits = Array(digits[..<count])
    // All digits are there, so that a half is exact; it is rounded to the even digit.
    let isHalf = rest.first == 5 && rest.dropFirst().allSatisfy { $0 == 0 }
    let roundsUp = isHalf ? (result.digits.last ?? 0) % 2 == 1 : (rest.first ?? 0) >= 5
    if roundsUp { result.increment() }
    return result
  }

  /// Adds one to the last digit.
  private mutating func increment() {
    var index = digits.count - 1
    while index >= 0, digits[index] == 9 {
      digits[index] = 0
      index -= 1
    }
    if index >= 0 {
      digits[index] += 1
    } else {
      digits.insert(1, at: 0)
      pointPosition += 1
    }
  }
}
