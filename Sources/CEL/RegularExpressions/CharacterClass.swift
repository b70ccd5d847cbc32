/// A set of characters: of ranges and of Unicode general categories.
struct CharacterClass: Sendable, Equatable {
  /// Sorted, without overlaps.
  private(set) var ranges: [ClosedRange<UInt32>] = []
  /// A bit for each general category.
  private var categories: UInt32 = 0
  var isNegated = false
  /// Whether letters match regardless of their case.
  var ignoresCase = false

  static let maximum: UInt32 = 0x10FFFF

  init(_ ranges: [ClosedRange<UInt32>] = []) {
    insert(ranges)
  }

  init(_ scalar: Unicode.Scalar) {
    self.init([scalar.value...scalar.value])
  }

  init(_ categories: Set<Unicode.GeneralCategory>) {
    self.categories = categories.reduce(0) { $0 | Self.bit($1) }
  }

  mutating func insert(_ added: [ClosedRange<UInt32>]) {
    var merged: [ClosedRange<UInt32>] = []
    for range in (ranges + added).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound &+ 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    ranges = merged
  }

  var hasCategories: Bool { categories != 0 }

  /// Adds the categories of a set that is not negated.
  mutating func formUnion(categoriesOf other: CharacterClass) { categories |= other.categories }

  /// The characters that are not in the set, without `isNegated`. The set has ranges or categories, not both.
  var complement: CharacterClass {
    var complement = CharacterClass()
    if categories != 0 {
      complement.categories = ~categories
      return complement
    }
    var next: UInt32 = 0
    for range in ranges {
      // No bound overflows: the lower one exceeds `next`, and the upper one is at most 0x10FFFF.
      if range.lowerBound > next { complement.ranges.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= Self.maximum { complement.ranges.append(next...Self.maximum) }
    return complement
  }
}

extension CharacterClass {
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isMember = has(scalar) || ignoresCase && hasOtherCase(of: scalar)
    return isMember != isNegated
  }

  private func has(_ scalar: Unicode.Scalar) -> Bool {
    hasRange(of: scalar.value) || categories != 0 && categories & Self.bit(scalar.properties.generalCategory) != 0
  }

  private func hasRange(of value: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= value
  }

  private func hasOtherCase(of scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 {
      let letter = scalar.value | 0x20
      return letter &- 0x61 < 26 && hasRange(of: scalar.value ^ 0x20)
    }
    let properties = scalar.properties
    return [properties.lowercaseMapping, properties.uppercaseMapping].contains { mapping in
      // A mapping to several characters, as of `ß` to `SS`, cannot match a single one.
      guard let other = mapping.unicodeScalars.first, mapping.unicodeScalars.count == 1 else { return false }
      return other != scalar && has(other)
    }
  }

  private static func bit(_ category: Unicode.GeneralCategory) -> UInt32 {
    // The 30 categories take the bits 0 to 29, so bit 31 is free for one that is not listed.
    1 << UInt32(GeneralCategories.all.firstIndex(of: category) ?? 31)
  }
}
