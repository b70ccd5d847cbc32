import AppDefinitions
import JSON
import Testing

@Suite struct TimerTimeTests {
  /// A definition with this timer, whose faults are at its members.
  private static func timer(_ form: String, _ faults: (String, String)...) -> Faulty {
    Faulty(
      form,
      #"{"app": "a", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {"timers": {"t": {\#(form), "action": {"type": "pop"}}}}}}"#,
      faults.map { ("/routes/home/timers/t" + $0.0, $0.1) })
  }

  @Test(arguments: [
    timer(#""after": "PT5S", "at": "${now}""#, ("", "one of `after`, `at` and `every`; it has")),
    timer(#""after": "PT5S", "zone": "UTC""#, ("/zone", "`zone` is for a timer with `every`; this one has `after`")),
    timer(#""after": "P366D""#, ("/after", "at most 365 days; it is \"P366D\"")),
    timer(#""after": "in ${now}""#, ("/after", "must be one expression as a whole")),
    timer(#""at": 7"#, ("/at", "must be an expression of a timestamp")),
    timer(#""at": "${now +}""#, ("/at", "The expression has a fault at column")),
    timer(#""every": 60"#, ("/every", "five cron fields such as \"0 22 * * 1-5\"; it is 60")),
    timer(
      #""every": "PT0.5S""#, ("/every", "from \"PT1S\" to \"P366D\", in milliseconds at the finest; it is \"PT0.5S\"")),
    timer(#""every": "PT1.000000001S""#, ("/every", "in milliseconds at the finest")),
    timer(#""after": 0"#, ("/after", "above 0 and at most 365 days; it is 0")),
    timer(#""every": "0 24 * * *""#, ("/every", "from 0 to 23; it is \"24\"")),
    timer(#""every": "0 0 30 2 *""#, ("/every", "`every`: ")),
    timer(#""every": "0 0 * * *", "zone": "Mars/Olympus""#, ("/zone", "There is no time zone \"Mars/Olympus\"")),
    timer(#""every": "PT5S", "zone": "UTC""#, ("/zone", "`zone` is for cron fields; `every` is the duration \"PT5S\"")),
    timer(#""every": "PT5S", "missed": "twice""#, ("/missed", "must be \"once\" or \"skip\"; it is \"twice\"")),
    timer(#""every": "PT5S", "from": "soon""#, ("/from", "must be a time such as \"2027-01-31T08:00:00Z\"")),
  ])
  func `Wrong times of timers are named with what would work`(definition: Faulty) throws { try definition.check() }

  @Test(arguments: [
    #""every": "*/5 9-17 * jan-mar mon", "zone": "Europe/Berlin", "from": "2027-01-31T08:00:00.5+01:00", "until": "${now}""#,
    #""every": "PT1S", "missed": "skip""#, #""every": "P366D""#, #""after": "${params.delay}""#, #""at": "${now}""#,
  ])
  func `Each form of a timer is accepted`(form: String) throws { try Self.timer(form).check() }
}
