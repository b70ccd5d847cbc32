import Testing

@testable import Webhooks

struct DocumentRequestTests {
  @Test(
    "The last of several headers is the response's",
    arguments: [
      "", "HTTP/1.1 103 Early Hints\r\nCache-Control: no-store\r\n\r\n", "HTTP/2 103 \r\nlink: </a>\r\n\r\n",
      "HTTP/1.0 200 Connection established\r\n\r\n",
    ])
  func headers(before: String) {
    let header = "HTTP/2 200 \r\ncache-control: max-age=60"
    let (last, content) = DocumentRequest.split(Array("\(before)\(header)\r\n\r\n{\"a\":\"\r\n\r\n\"}".utf8)[...])
    #expect(last == header && String(decoding: content, as: UTF8.self) == "{\"a\":\"\r\n\r\n\"}")
  }
}
