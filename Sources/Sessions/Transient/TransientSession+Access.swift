import JSON
import Navigation

extension TransientSession {
  /// Returns the role that the app gives to the holder of a JWT, as the API does.
  ///
  /// - Throws: `ActionError` without a role, or with a lower one than `needed`.
  package func checkedRole(of claims: JSONObject, needing needed: TokenRole) throws(ActionError) -> TokenRole {
    let place = AccessQuery.Session(id: context.id, key: context.key, labels: context.labels)
    guard let role = app.access?.role(AccessQuery(claims: claims, session: place, now: now)) else {
      throw .absent("no-such-session", "The app's `access.roles` give these claims no role.")
    }
    guard role >= needed else {
      throw .forbidden(
        "not-allowed", "The claims give the role `\(role.rawValue)`; the request requires `\(needed.rawValue)`.")
    }
    return role
  }
}
