import HTTP
import JSON
import Navigation
import Sessions
import Testing

@testable import API

@Suite("Problems built from outcomes")
struct ProblemTests {
  @Test(
    "The problem of a failed outcome has the outcome's status, code and retry time",
    arguments: [
      (.sessionBusy(waiting: 64), 429, "session-busy", "64", 1), (.journalBusy, 503, "journal-busy", "queue", 1),
      (.turnsBusy, 429, "too-many-costly-requests", "costly", 1),
      (.readsBusy(waiting: 256), 429, "too-many-reads", "256", 1),
      (.keyInProgress, 409, "idempotency-key-in-progress", "first", nil),
      (.failed(.full("no page left")), 507, "disk-full", "(no page left)", 1),
      (.failed(.unavailable("the disk is gone")), 503, "storage-unavailable", "(the disk is gone)", 1),
      (.failed(.damaged("row 7 is missing")), 503, "session-damaged", "row 7 is missing", 1),
    ] as [(Outcome, Int, String, String, Int?)])
  func outcomes(outcome: Outcome, status: Int, code: String, says: String, retryAfter: Int?) throws {
    let problem = try #require(Problem(outcome, session: "s_1"))
    #expect(problem.status == status)
    #expect(problem.code == code)
    #expect(problem.detail.contains(says), "\(problem.detail)")
    #expect(problem.retryAfter == retryAfter)
  }

  @Test("A successful outcome has no problem")
  func successes() {
    #expect(Problem(.deleted, session: "s_1") == nil)
    #expect(Problem(.receipt([], revision: 1), session: "s_1") == nil)
  }

  @Test("The JSON document of a problem escapes its texts and pointers")
  func document() {
    var problem = Problem(409, "not-here", "a \"quote\"\n")
    problem.faults = [
      Fault(at: JSONPointer().appending(name: "a/b"), "one"), Fault(at: JSONPointer(), "two"),
    ]
    #expect(
      String(decoding: problem.document(instance: "/x", requestID: "r"), as: UTF8.self)
        == #"{"type":"/problems/not-here","title":"Not here","status":409,"detail":"a \"quote\"\n","code":"not-here","#
        + #""instance":"/x","requestId":"r","errors":[{"pointer":"/a~1b","detail":"one"},{"pointer":"","detail":"two"}]}"#
    )
  }
}
