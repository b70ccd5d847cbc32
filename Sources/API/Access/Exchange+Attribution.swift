import Navigation
import Sessions

extension Exchange {
  /// The credential of the request; nil: it has none.
  var attribution: Attribution? {
    switch caller {
    case .admin: .admin
    case .token: token?.attribution
    case .unrestricted, .unauthenticated, .badTicket: nil
    }
  }
}
