import API
import HTTP

/// A client that sends the bytes of one request and returns the response.
protocol Client: Sendable {
  func answer(to request: [UInt8], isHead: Bool) async throws -> Answer
}

/// The transports over which each endpoint is tested.
enum Way: CaseIterable, Sendable {
  case inProcess
  /// Over a socket. All requests of a test use one connection unless the server closes it.
  case live
}

struct NoAnswer: Error {
  let call: String
}

/// A client that passes the parsed request to the API, without a socket.
struct InProcessClient: Client {
  let api: API

  func answer(to request: [UInt8], isHead: Bool) async throws -> Answer {
    let response =
      switch Self.parse(request) {
      case .success(let request):
        await withCheckedContinuation { done in
          api.respond(
            to: request,
            writer: HeldReply(
              began: { stream in
                stream.leave()
                done.resume(returning: stream.head)
              }, { done.resume(returning: $0) }))
        }
      case .failure(let error): API.response(to: error)
      }
    var bytes: [UInt8] = []
    response.serialize(into: &bytes, forHead: isHead, date: Array("now".utf8), connection: .keep)
    var rest = bytes[...]
    guard let answer = Answer.popFirst(from: &rest, forHead: isHead), rest.isEmpty else {
      throw NoAnswer(call: "parse")
    }
    return answer
  }

  static func parse(_ bytes: [UInt8]) -> Result<Request, RequestError> {
    var parser = RequestParser()
    return bytes.withUnsafeBytes { buffer in
      var input = buffer[...]
      return Result { () throws(RequestError) in
        while let event = try parser.next(&input) {
          if case .request(let request) = event { return request }
        }
        preconditionFailure("the test sent an incomplete request")
      }
    }
  }
}
