/// The schema's migrations, in order. The files beside this one are their only source; the binary carries them.
package let migrations: [(name: String, sql: [UInt8])] = [
  ("0001-journal", PackageResources._001_journal_sql),
  ("0002-withdrawn-apps", PackageResources._002_withdrawn_apps_sql),
  ("0003-timers", PackageResources._003_timers_sql),
  ("0004-timeline", PackageResources._004_timeline_sql),
  ("0005-messages", PackageResources._005_messages_sql),
]
