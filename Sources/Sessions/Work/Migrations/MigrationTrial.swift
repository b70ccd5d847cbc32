/// The result of trying a migration out.
enum MigrationTrial: Sendable {
  /// The session before and after it, as JSON.
  case fits(before: [UInt8], after: [UInt8])
  case refused(Outcome, before: [UInt8])
  /// The session does not exist or is on another version.
  case absent
}
