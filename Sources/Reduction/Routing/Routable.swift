/// A screen that a flow can open, with its state: usually an enum with a case for each kind of screen.
///
/// The id decides whether a screen can occur twice in a flow. An id from the state allows several; a constant id allows
/// one:
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
/// A reducer must not change the id. Different ids must have different descriptions, which name the scopes of effects.
public protocol Routable: Identifiable, Sendable where ID: Sendable {
  /// The presentation of the screen over the flow. Defaults to `sheet`.
  var style: PresentationStyle { get }
}

extension Routable {
  /// The default, `sheet`.
  public var style: PresentationStyle { .sheet }
}

/// The form in which a screen is presented over others.
public enum PresentationStyle: String, Sendable, CaseIterable {
  case sheet, fullScreen, popover, alert, confirmationDialog
}
