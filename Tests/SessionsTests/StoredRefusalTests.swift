import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Recorded refusals")
struct StoredRefusalTests {
  private func stored(_ refused: ActionError) -> [UInt8] {
    var json = JSONWriter()
    StoredRefusal(refused).writeStored(to: &json)
    return json.bytes
  }

  @Test("A backend reads the diagnosis of a refusal, and clients and archives have its detail")
  func shown() {
    let stored = stored(.forbidden("guarded", "Closed.", diagnosis: "`data.open` is false."))
    #expect(
      StoredRefusal.shown(stored, toBackend: true)
        == Array(#"{"code":"guarded","detail":"`data.open` is false."}"#.utf8))
    #expect(StoredRefusal.shown(stored, toBackend: false) == Array(#"{"code":"guarded","detail":"Closed."}"#.utf8))
  }

  @Test("A refusal without a diagnosis is the same for all")
  func plain() {
    let stored = stored(.forbidden("covered", "Covered."))
    for isBackend in [true, false] { #expect(StoredRefusal.shown(stored, toBackend: isBackend) == stored) }
  }

  @Test("A damaged record shows nothing")
  func damaged() {
    #expect(
      StoredRefusal.shown(Array(#"{"code":"guarded","secret":1}"#.utf8), toBackend: false) == Array("null".utf8))
  }
}
