import HTTP
import Testing

@testable import HTTPServer

@Suite("Event queues")
struct EventQueueTests {
  @Test("An event queue continues after a partial write of any length", arguments: 0...18)
  func goesOn(sent: Int) {
    var queue = EventQueue(isChunked: true)
    for text in ["a", "bc", "d"] { queue.append(chunk(text)) }
    let whole = "1\r\na\r\n2\r\nbc\r\n1\r\nd\r\n"
    queue.didSend(sent)
    #expect(queue.text == String(decoding: Array(whole.utf8).dropFirst(sent), as: UTF8.self))
    #expect(queue.byteCount == whole.utf8.count - sent)
    queue.didSend(queue.byteCount)
    #expect(queue.isEmpty)
  }

  @Test("An event queue without chunked framing contains the bare content")
  func leavesOutFraming() {
    var queue = EventQueue(isChunked: false)
    queue.append(chunk("a"))
    queue.append(.last)
    #expect(queue.text == "a")
    #expect(queue.byteCount == 1)
    #expect(queue.count == 1)
  }

  @Test("A chunk in several event queues counts once towards the held bytes")
  func countsOnce() {
    let (shared, own) = (chunk("abc"), chunk("d"))
    var (one, other) = (EventQueue(isChunked: true), EventQueue(isChunked: true))
    one.append(shared)
    other.append(shared)
    other.append(own)
    #expect((one.takeHeldBytes(), other.takeHeldBytes()) == (shared.framed.count, own.framed.count))
    one.didSend(shared.framed.count)
    #expect(one.takeHeldBytes() == 0)
    other.didSend(1)
    other.removeAll()
    #expect(other.takeHeldBytes() == -shared.framed.count - own.framed.count)
    #expect(other.isEmpty)
  }

  @Test("An event queue ignores an empty chunk")
  func dropsEmpty() {
    var queue = EventQueue(isChunked: true)
    queue.append(chunk(""))
    #expect(queue.isEmpty)
  }

  @Test("A long event queue is written in several parts in order")
  func goesInParts() {
    var queue = EventQueue(isChunked: false)
    let texts = (0..<150).map { "<\($0)>" }
    for text in texts { queue.append(chunk(text)) }
    var taken = ""
    while !queue.isEmpty {
      let part = queue.text
      taken += part
      queue.didSend(part.utf8.count)
    }
    #expect(taken == texts.joined())
  }

  @Test("An event queue keeps its order for a client that always lags by one event")
  func staysBehind() {
    var queue = EventQueue(isChunked: false)
    queue.append(chunk("0"))
    for number in 1...9 {
      queue.append(chunk("\(number)"))
      #expect(queue.text == "\(number - 1)\(number)")
      queue.didSend(1)
      #expect(queue.count == 1)
    }
  }

  private func chunk(_ text: String) -> SharedChunk { SharedChunk(Array(text.utf8)) }
}
