import CEL
import JSON
import Navigation

// Rules for people who sign in with JWTs.

extension DefinitionReview {
  mutating func reviewAccess() {
    // Without a limit, since only accepted definitions are reviewed.
    let place = AccessPlace.ofSession(CompilationMeter(isLimited: false))
    var lowest: TokenRole?
    var open: JSONPointer?
    for rule in definition["access"]?["roles"]?.elements ?? [] {
      guard let when = rule["when"], let role = rule["role"]?.value.stringValue.flatMap(TokenRole.init) else {
        continue
      }
      if let open {
        warn("This rule is never evaluated: the one at \(open) lets everybody in.", at: rule.place)
      } else if let lowest, lowest < role {
        warn(
          "The role `\(role.rawValue)` is behind the lower role `\(lowest.rawValue)`, which people have for whom both "
            + "rules hold. Put the higher role first.", at: rule.place)
      }
      lowest = [lowest, role].compactMap { $0 }.min()
      guard open == nil, let expression = try? CELExpression(when.value.stringValue ?? "", in: place.environment),
        !expression.references.contains(where: { $0.prefix { $0 != "." } == "claims" })
      else { continue }
      if expression.references.isEmpty, expression.source != "false" { open = rule.place }
      warn(
        "`\(expression.source)` does not read `claims`, so it gives everybody with a token of an issuer the role "
          + "`\(role.rawValue)`.", at: when.place)
    }
  }
}
