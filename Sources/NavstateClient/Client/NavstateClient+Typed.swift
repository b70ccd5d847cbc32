import Foundation
import JSON
import Navigation

/// The params of a route as a type, such as those that `navstate generate swift` writes.
///
/// ```swift
/// struct Product: RouteParams {
///   static let route = "product"
///   var id: Int
/// }
/// nav.push(Product(id: 7))
/// ```
public protocol RouteParams: Codable, Sendable {
  /// The name of the route.
  static var route: String { get }
}

extension NavstateClient {
  /// Opens a screen on top of the stack.
  ///
  /// - Throws: `EncodingError` when the params cannot be encoded as a JSON object.
  @discardableResult
  public func push<Params: RouteParams>(_ params: Params) throws -> SentRequest {
    push(Params.route, try JSONObject(encoding: params))
  }

  /// Replaces the top screen of the stack.
  ///
  /// - Throws: `EncodingError` when the params cannot be encoded as a JSON object.
  @discardableResult
  public func replace<Params: RouteParams>(_ params: Params) throws -> SentRequest {
    replace(Params.route, try JSONObject(encoding: params))
  }

  /// Presents a screen.
  ///
  /// - Throws: `EncodingError` when the params cannot be encoded as a JSON object.
  @discardableResult
  public func present<Params: RouteParams>(
    _ params: Params, style: Presented.Style? = nil
  ) throws -> SentRequest {
    present(Params.route, try JSONObject(encoding: params), style: style)
  }

  /// Sends an action of the app, encoded as an object with a `type`.
  ///
  /// - Throws: `EncodingError` when it cannot be encoded; `ActionError` when the object has no `type`.
  @discardableResult
  public func perform(_ action: some Encodable) throws -> SentRequest {
    send(try Action(json: .object(try JSONObject(encoding: action))))
  }
}

extension JSONObject {
  fileprivate init(encoding value: some Encodable) throws {
    let json = try JSONValue(parsing: Array(JSONEncoder().encode(value)))
    guard let object = json.objectValue else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "It is encoded as \(json.kind), not as an object."))
    }
    self = object
  }
}
