/// The migrations of the schema on PostgreSQL, in order. Their only sources are the files beside this one, which are
/// compiled into the binary.
package let postgresMigrations: [(name: String, sql: [UInt8])] = [
  ("0001-store", PackageResources._001_store_sql),
  ("0002-listener-tokens", PackageResources._002_listener_tokens_sql),
  ("0003-unlisted-listeners", PackageResources._003_unlisted_listeners_sql),
  ("0004-code-makers", PackageResources._004_code_makers_sql),
  ("0005-failures-of-calls", PackageResources._005_failures_of_calls_sql),
]
