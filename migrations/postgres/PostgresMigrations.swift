/// The migrations of the schema on PostgreSQL, in order. Their only sources are the files beside this one, which are
/// compiled into the binary.
package let postgresMigrations: [(name: String, sql: [UInt8])] = [
  ("0001-postgres-schema", PackageResources._001_postgres_schema_sql)
]
