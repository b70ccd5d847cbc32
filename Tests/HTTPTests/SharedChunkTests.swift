import Testing

@testable import HTTP

@Suite("Shared chunks")
struct SharedChunkTests {
  @Test(
    "A chunk is framed with its length in hexadecimal digits",
    arguments: [(1, "1"), (15, "f"), (16, "10"), (255, "ff"), (4096, "1000")])
  func frames(count: Int, size: String) {
    let content = String(repeating: "x", count: count)
    let chunk = SharedChunk(Array(content.utf8))
    #expect(text(chunk.framed) == "\(size)\r\n\(content)\r\n")
    #expect(text(chunk.content) == content)
  }

  @Test("A chunk without content has no framing, since that would mark the last chunk")
  func framesNothing() {
    #expect(SharedChunk([]).framed.isEmpty)
    #expect(SharedChunk([]).content.isEmpty)
  }

  @Test("The last chunk has framing and no content")
  func endsChunks() {
    #expect(text(SharedChunk.last.framed) == "0\r\n\r\n")
    #expect(SharedChunk.last.content.isEmpty)
  }

  private func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
}
