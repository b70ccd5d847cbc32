import API
import HTTP
import HTTPServer
import Synchronization

/// Passes requests from the sockets to the API, once there is one.
final class APIResponder: Responder {
  private let state = Mutex(State.waiting(""))

  private enum State {
    /// For this reason.
    case waiting(String)
    case serving(API)
  }

  func wait(_ reason: String) { state.withLock { $0 = .waiting(reason) } }

  func begin(_ api: API) { state.withLock { $0 = .serving(api) } }

  func respond(to request: Request, writer: ConnectionResponseWriter) {
    switch state.withLock({ $0 }) {
    case .waiting(let reason): writer.send(API.responseBeforeStart(to: request, waitingFor: reason))
    case .serving(let api): api.respond(to: request, writer: writer)
    }
  }

  func response(to error: RequestError) -> Response { API.response(to: error) }
}
