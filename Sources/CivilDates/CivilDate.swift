/// A day of the Gregorian calendar, extended to before its introduction.
///
/// Counts in years that begin in March, so that the leap day is the last, and in eras of 400 years, after which the
/// calendar repeats: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
package struct CivilDate: Equatable {
  package let year: Int
  package let month: Int
  package let day: Int

  private static let daysPerEra = 146_097
  /// From 1 March of the year 0 to 1 January 1970.
  private static let daysBefore1970 = 719_468

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }
}

extension CivilDate {
  /// - Parameter days: The days since 1970-01-01; negative before. The year must be 0 or later.
  package init(daysSince1970 days: Int) {
    let day = days + Self.daysBefore1970
    let era = day / Self.daysPerEra
    let dayOfEra = day % Self.daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: 400 * era + yearOfEra + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  package var daysSince1970: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = yearFromMarch / 400
    let yearOfEra = yearFromMarch % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * Self.daysPerEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.daysBefore1970
  }

  /// Whether the date exists, in the years 1 to 9999.
  package var exists: Bool {
    (1...9999).contains(year) && (1...12).contains(month) && CivilDate(daysSince1970: daysSince1970) == self
  }
}
