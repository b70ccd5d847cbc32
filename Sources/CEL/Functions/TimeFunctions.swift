import CivilDates

/// The parts of timestamps and durations, and the times of schedules.
enum TimeFunctions {
  static let all: [Function] =
    [
      part("getFullYear") { $0.date.year },
      // In CEL months and days count from 0, except for `getDate`.
      part("getMonth") { $0.date.month - 1 },
      part("getDate") { $0.date.day },
      part("getDayOfMonth") { $0.date.day - 1 },
      part("getDayOfWeek") { $0.dayOfWeek },
      part("getDayOfYear") { $0.dayOfYear },
      part("getHours", unit: 3_600_000_000_000) { $0.hour },
      part("getMinutes", unit: 60_000_000_000) { $0.minute },
      part("getSeconds", unit: 1_000_000_000) { $0.second },
      milliseconds, [next],
    ].flatMap { $0 }

  /// Makes a function of a timestamp, with and without a time zone.
  ///
  /// - Parameter unit: The nanoseconds of the whole units that the function returns for a duration, if it takes one.
  private static func part(
    _ name: String, unit: Int64? = nil, _ part: @escaping @Sendable (CivilTime) -> Int
  ) -> [Function] {
    let one: Function.Body = .one { value, _ throws(EvaluationError) in
      switch value {
      case .timestamp(let time): return .int(Int64(part(CivilTime(time, offset: 0))))
      case .duration(let duration):
        guard let unit else { throw .noOverload(name, value) }
        return .int(duration.nanoseconds / unit)
      default: throw .noOverload(name, value)
      }
    }
    let signatures: [Function.Signature] = [.init(.timestamp, result: .int)]
    return [
      Function(
        name, isMember: true, signatures + (unit == nil ? [] : [.init(.duration, result: .int)]), one),
      Function(
        name, isMember: true, [.init(.timestamp, .string, result: .int)],
        .two { value, zone, budget throws(EvaluationError) in
          .int(Int64(part(try civilTime(name, value, zone, &budget))))
        }),
    ]
  }

  /// The milliseconds within a second.
  private static let milliseconds: [Function] = [
    .member(
      "getMilliseconds", .init(.timestamp, result: .int), .init(.duration, result: .int),
      body: .one { value, _ throws(EvaluationError) in
        switch value {
        case .timestamp(let time): return .int(Int64(time.nanoseconds / 1_000_000))
        case .duration(let duration):
          return .int(duration.nanoseconds % CELDuration.nanosecondsPerSecond / 1_000_000)
        default: throw .noOverload("getMilliseconds", value)
        }
      }),
    .member(
      "getMilliseconds", .init(.timestamp, .string, result: .int),
      body: .two { value, zone, budget throws(EvaluationError) in
        guard case .timestamp(let time) = value else { throw .noOverload("getMilliseconds", value, zone) }
        _ = try civilTime("getMilliseconds", value, zone, &budget)
        return .int(Int64(time.nanoseconds / 1_000_000))
      }),
  ]

  /// The first time of a schedule after a timestamp.
  private static let next: Function = .member(
    "next", .init(.timestamp, .string, .string, result: .timestamp),
    body: .three { value, schedule, zone, budget throws(EvaluationError) in
      guard case .timestamp(let time) = value, case .string(let text) = schedule, case .string(let name) = zone else {
        throw .noOverload("next", value, schedule, zone)
      }
      // A list of short values takes most time for its bytes; the search takes up to 10 µs.
      try budget.spend(50 + text.utf8.count / 2)
      try budget.spend(characters: name.utf8.count)
      let schedule = try Self.schedule(text)
      guard let zone = Zone(name) else {
        throw .badArgument("unknown time zone; use a name such as Europe/Berlin")
      }
      let next = schedule.next(after: time.milliseconds, in: zone)
      guard let next = next.flatMap(CELTimestamp.init(milliseconds:)) else {
        throw EvaluationError(.outOfRange("the next time of the schedule"))
      }
      return .timestamp(next)
    })

  private static func schedule(_ text: String) throws(EvaluationError) -> CronSchedule {
    do throws(CronFault) {
      return try CronSchedule(text)
    } catch {
      // Messages of evaluation errors have no full stop.
      throw .badArgument(String(error.description.dropLast()))
    }
  }

  private static func civilTime(
    _ name: String, _ value: CELValue, _ zone: CELValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> CivilTime {
    guard case .timestamp(let time) = value, case .string(let zone) = zone else {
      throw .noOverload(name, value, zone)
    }
    try budget.spend(characters: zone.utf8.count)
    guard let offset = TimeZoneOffset.seconds(of: zone, at: time) else {
      throw .badArgument("unknown time zone; use a name such as Europe/Berlin or an offset such as +02:00")
    }
    return CivilTime(time, offset: offset)
  }
}
