/// The migrations of the schema, in order. Their only sources are the files beside this one, which are compiled into
/// the binary.
package let migrations: [(name: String, sql: [UInt8])] = [
  ("0001-schema", PackageResources._001_schema_sql)
]
