import JSON
import Webhooks

// The body of `PUT /v1/webhooks/{name}`.

extension WebhookController {
  func webhook(_ name: String, _ body: JSONObject) throws(Problem) -> Webhook {
    let (url, secret) = (try Self.text("url", of: body), try Self.text("secret", of: body))
    let (apps, outputs) = (try Self.names("apps", of: body), try Self.names("outputs", of: body))
    do throws(WebhookFaults) {
      let webhook = try Webhook(name: name, url: url, apps: apps, outputs: outputs, secret: secret)
      try webhooks.check(webhook)
      return webhook
    } catch {
      throw Problem(error)
    }
  }

  private static func text(_ name: String, of body: JSONObject) throws(Problem) -> String {
    guard let value = body[name] else { throw .fault("missing-member", "`\(name)` is required: a string.", at: name) }
    guard case .string(let text) = value else {
      throw .fault("bad-member", "`\(name)` must be a string; it is \(value.kind).", at: name)
    }
    return text
  }

  /// Reads a list of names. Absent, `null` and an empty list all mean no restriction.
  private static func names(_ name: String, of body: JSONObject) throws(Problem) -> [String] {
    guard let value = body[name], value != .null else { return [] }
    guard let names = value.arrayValue?.map(\.stringValue), !names.contains(nil) else {
      throw .fault("bad-member", "`\(name)` must be a list of names; it is \(value.kind).", at: name)
    }
    return names.compactMap { $0 }
  }
}
