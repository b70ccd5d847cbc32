/// The migrations of the schema, in order. Their only sources are the files beside this one, which are compiled into
/// the binary.
package let migrations: [(name: String, sql: [UInt8])] = [
  ("0001-journal", PackageResources._001_journal_sql),
  ("0002-withdrawn-apps", PackageResources._002_withdrawn_apps_sql),
  ("0003-timers", PackageResources._003_timers_sql),
  ("0004-timeline", PackageResources._004_timeline_sql),
  ("0005-webhooks", PackageResources._005_webhooks_sql),
  ("0006-tombstones", PackageResources._006_tombstones_sql),
  ("0007-messages", PackageResources._007_messages_sql),
  ("0008-tombstone-tokens", PackageResources._008_tombstone_tokens_sql),
  ("0009-app-keys", PackageResources._009_app_keys_sql),
  ("0010-steps", PackageResources._010_steps_sql),
  ("0011-refusals", PackageResources._011_refusals_sql),
  ("0012-keys-and-labels", PackageResources._012_keys_and_labels_sql),
  ("0013-tokens", PackageResources._013_tokens_sql),
  ("0014-app-events", PackageResources._014_app_events_sql),
  ("0015-batches", PackageResources._015_batches_sql),
  ("0016-expiry", PackageResources._016_expiry_sql),
  ("0017-openers", PackageResources._017_openers_sql),
  ("0018-calls", PackageResources._018_calls_sql),
  ("0019-totals", PackageResources._019_totals_sql),
  ("0023-creations", PackageResources._023_creations_sql),
]
