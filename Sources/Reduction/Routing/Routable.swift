/// A screen that a flow can open, with its state: mostly an enum with a case for each kind of screen.
///
/// The id decides whether a screen may stand in the flow twice. Taken from the state, it may, with another id; a
/// constant makes it the only one:
/// ```swift
/// enum Route: Routable {
///   case product(Product), cart(Cart)
///
///   var id: String {
///     switch self {
///     case .product(let product): product.id
///     case .cart: "cart"
///     }
///   }
///
///   var style: PresentationStyle {
///     switch self {
///     case .product: .fullScreen
///     case .cart: .popover
///     }
///   }
/// }
/// ```
/// A reducer has to leave the id as it is. Two ids have to have two descriptions: the effects of a screen are told by it.
public protocol Routable: Identifiable, Sendable where ID: Sendable {
  /// How the screen lies over the flow when it is presented. `sheet` when a route says nothing.
  var style: PresentationStyle { get }
}

extension Routable {
  public var style: PresentationStyle { .sheet }
}

/// How a screen lies over others.
public enum PresentationStyle: String, Sendable, CaseIterable {
  case sheet, fullScreen, popover, alert, confirmationDialog
}
