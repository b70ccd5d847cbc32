import Testing
import CivilDates

@Suite("Faults of schedules")
struct CronFaultTests {
  @Test(
    "A fault of a schedule names the field, its value and what would work",
    arguments: [
      ("60 * * * *", "A schedule's minute must be a number from 0 to 59; it is \"60\"."),
      ("-5 * * * *", "A schedule's minute must be a number from 0 to 59; it is empty in \"-5\"."),
      ("1,,2 * * * *", "A schedule's minute must be a number from 0 to 59; it is empty."),
      ("0 24 * * *", "A schedule's hour must be a number from 0 to 23; it is \"24\"."),
      ("0 0 L * *", "A schedule's day of month must be a number from 1 to 31; it is \"L\"."),
      ("0 0 1 13 *", "A schedule's month must be a number from 1 to 12, or a name from jan to dec; it is \"13\"."),
      ("0 0 1 1-99999999999999999999 *", "A schedule's month must be a number"),
      ("5/10 * * * *", "A step of a schedule's minute must follow * or a range, as in 0-59/2; it is \"5/10\"."),
      ("*/0 * * * *", "A step of a schedule's minute must be a number from 1; it is \"0\"."),
      ("0 22-2 * * *", "A range of a schedule's hour must ascend, as in 22-23,0-2; it is \"22-2\"."),
      ("0 0 * * fri-mon", "A range of a schedule's day of week must ascend, as in 5-6,0-1; it is \"fri-mon\"."),
      (
        "0 0 30,31 feb *",
        "A schedule's day of month must be one that the months \"feb\" have, from 1 to 29; it is \"30,31\"."
      ),
      (
        "0 0 * *",
        "A schedule must have five fields (minute, hour, day of month, month, day of week), such as \"0 22 * * 1-5\"; \"0 0 * *\" has 4."
      ),
      ("", "A schedule must have"), ("@daily", "A schedule must have"), ("0 0 0 * *", "A schedule's day of month must"),
      ("0 0 * * jan", "A schedule's day of"), ("0 0 * * 8", "A schedule's day of"), ("0 0 * * *\n", "A schedule's"),
    ])
  func faults(text: String, expected: String) throws {
    let fault = #expect(throws: CronFault.self) { try CronSchedule(text) }
    #expect(fault?.description.hasPrefix(expected) == true, "\(fault?.description ?? "")")
  }

  @Test(
    "Blanks, lists, ranges, steps and names of any case are taken",
    arguments: [
      " 0\t0  * * * ", "0,30 8-17 */2 JAN-mar,Dec sun,Mon-5", "59 23 31 12 7", "00 0-23/100 1-31/30 * *", "0 0 30 2 1",
    ])
  func valid(text: String) throws {
    #expect(try CronSchedule(text).text == text)
  }
}
