import Foundation
import HTTP
import JSON
import Navigation
import Sessions
import TestSupport
import Testing

@testable import API

/// A credential of the matrix of permissions.
enum Credential: CaseIterable {
  case none, watch, act, lead, backend, key, metrics, read, support, apps, scopeAdmin, adminToken

  /// The head of its column.
  var name: String {
    switch self {
    case .scopeAdmin: "`admin`"
    case .adminToken: "admin token"
    case .none, .key: "\(self)"
    default: "`\(self)`"
    }
  }

  /// Whether the table of routes permits an endpoint to it.
  func isPermitted(_ endpoint: Endpoint) -> Bool {
    guard endpoint.access != .open else { return true }
    if endpoint.access == .agent { return ![.none, .metrics].contains(self) }
    switch self {
    case .none: return false
    case .adminToken: return true
    case .key: return endpoint.access == .creation || endpoint.access == .app
    case .watch, .act, .lead, .backend:
      guard endpoint.isOfSession, let role = TokenRole(rawValue: "\(self)") else { return false }
      return role >= endpoint.role
    case .metrics, .read, .support, .apps, .scopeAdmin:
      return OperatorScopes(names: [scope]).map { !$0.isDisjoint(with: endpoint.scopes) } ?? false
    }
  }

  fileprivate var scope: String { self == .scopeAdmin ? "admin" : "\(self)" }

  /// Makes the credential for a session of the app `shop`, as a header field line.
  fileprivate func line(for session: String, _ harness: APIHarness) async throws -> String {
    switch self {
    case .none: return "Accept: */*"
    case .adminToken: return admin
    case .key:
      let answer = try await harness.send("POST", "/v1/apps/shop/keys", #"{"name": "of-shop"}"#, admin)
      return bearer(try #require(try answer.json()["key"]?.stringValue))
    case .watch, .act, .lead, .backend:
      let answer = try await harness.send("POST", session + "/tokens", #"{"role": "\#(self)"}"#, admin)
      return bearer(try #require(try answer.json()["token"]?.stringValue))
    case .metrics, .read, .support, .apps, .scopeAdmin:
      return try await harness.operator("with-\(scope)", [scope]).line
    }
  }
}

@Suite("The matrix of permissions", .closesAPIs)
struct PermissionTests {
  @Test("Each route permits exactly the credentials that the table says", arguments: Example.every)
  func matrix(example: Example) async throws {
    let endpoint = example.route.endpoint
    // Those that are refused first, since what is permitted may delete the session.
    let credentials = Credential.allCases.sorted { !$0.isPermitted(endpoint) && $1.isPermitted(endpoint) }
    let harness = try await openAPIWithTokens(.inProcess)
    try await Example.prepare(harness, admin)
    var session = try await example.session(in: harness, admin).path
    for credential in credentials {
      if endpoint.endsSession { session = try await example.session(in: harness, admin).path }
      for action in example.preparation { _ = try await harness.send("POST", session + "/" + action, nil, admin) }
      let answer = try await example.ask(harness, session: session, credential.line(for: session, harness))
      // The answer to HEAD, for a stream, has no problem.
      let isUnknown = try answer.status == 404 && (example.isStream || answer.json()["code"] == "no-such-session")
      let isRefused = [401, 403].contains(answer.status) || isUnknown
      #expect(isRefused != credential.isPermitted(endpoint), "\(credential.name): \(answer.status) \(answer.text)")
      if answer.status == 403, TokenRole(rawValue: "\(credential)") != nil, endpoint.isOfSession, !example.isStream {
        #expect(answer.text.contains("`\(endpoint.role.rawValue)`"))
      }
    }
  }

  @Test("docs/permissions.md is the matrix of the table of routes")
  func document() throws {
    let file = DocumentTests.root.appending(path: "docs/permissions.md")
    if ProcessInfo.processInfo.environment["NAVSTATE_RECORD"] != nil {
      try Data(Self.document.utf8).write(to: file)
    }
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text == Self.document, "regenerate it: NAVSTATE_RECORD=1 swift test --filter PermissionTests")
  }

  /// The columns have no spaces at their borders, so that the document stays short.
  private static var document: String {
    let heads = Credential.allCases.map(\.name)
    // One row for all actions, since their permissions are the same.
    let actions = Set((NavigationAction.types + ["screen"]).map { "/v1/sessions/{id}/\($0)" })
    let rows = DocumentedAPI.routes.filter { $0.endpoint.access != .open && !actions.contains($0.template) }.map {
      route in
      let cells = Credential.allCases.map { $0.isPermitted(route.endpoint) ? "✓" : "" }
      return "|`\(route.method.rawValue)`&nbsp;`\(route.template)`|\(cells.joined(separator: "|"))|"
    }
    return """
      # Permissions

      What each [token](tokens.md) permits: roles of a session's tokens, an app's key, scopes of operators. Other paths need none. A test compares it with the table of routes.

      |request|\(heads.joined(separator: "|"))|
      |---|\(heads.map { _ in ":-:" }.joined(separator: "|"))|
      \(rows.joined(separator: "\n"))

      Of jobs, `apps` alone permits migrations. `/v1/apps/{app}/sessions/{key}` is the session.

      """
  }
}
