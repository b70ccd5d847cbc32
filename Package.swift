// swift-tools-version: 6.0
import PackageDescription

// The targets are the architecture: a target can import only the dependencies that are listed here.
let package = Package(
  name: "navstate",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "navstate", targets: ["navstate"]),
    .library(name: "JSON", targets: ["JSON"]),
    .library(name: "Reduction", targets: ["Reduction"]),
    .library(name: "ReductionTesting", targets: ["ReductionTesting"]),
    .library(name: "Navigation", targets: ["Navigation"]),
    .library(name: "AppDefinitions", targets: ["AppDefinitions"]),
    .library(name: "ExampleApps", targets: ["ExampleApps"]),
    .library(name: "NavstateClient", targets: ["NavstateClient"]),
    .library(name: "NavstateServer", targets: ["NavstateServer"]),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CLinux"),
    .target(name: "CCurl"),
    .target(name: "CPostgres"),
    .target(name: "WebFiles", exclude: ["Demo", "Inspector"]),

    .target(name: "CivilDates"),
    .target(name: "WorkQueues"),
    .target(name: "Threads", dependencies: ["CLinux"]),
    .target(name: "Digest", dependencies: ["CCrypto"], linkerSettings: [.linkedLibrary(":libcrypto.a")]),
    .target(name: "JSON", dependencies: ["CivilDates"]),
    .target(name: "TimeZones", exclude: ["zones.bin"]),
    .target(
      name: "CEL", dependencies: ["CivilDates", "JSON", "TimeZones"], linkerSettings: [.linkedLibrary("m")]),
    .target(name: "ClientTypes", dependencies: ["JSON"]),
    .target(name: "Memory", dependencies: ["CLinux"]),
    .target(name: "Metrics"),
    .target(name: "Reduction"),
    .target(name: "ReductionTesting", dependencies: ["Reduction"]),
    .target(name: "Navigation", dependencies: ["CEL", "JSON", "Reduction"]),
    .target(name: "AppDefinitions", dependencies: ["CEL", "JSON", "Navigation"]),
    .target(name: "NavstateClient", dependencies: ["AppDefinitions", "JSON", "Navigation"]),
    .target(
      name: "ExampleApps", dependencies: ["JSON", "Navigation", "Reduction"],
      exclude: ["Colors", "Counter", "List", "Routing", "Tabs"].map { "\($0)/README.md" }),
    .target(
      name: "Sessions", dependencies: ["CLinux", "Digest", "JSON", "Memory", "Metrics", "Navigation", "Reduction"]),

    .target(name: "Scenarios", dependencies: ["AppDefinitions", "JSON", "Navigation", "Sessions"]),

    .target(name: "SQLite", dependencies: ["CSQLite"]),
    .target(name: "Postgres", dependencies: ["CPostgres", "Metrics"]),
    .target(
      name: "Migrations", path: "migrations", exclude: ["postgres"],
      resources: [
        .embedInCode("0001-journal.sql"),
        .embedInCode("0002-withdrawn-apps.sql"),
        .embedInCode("0003-timers.sql"),
        .embedInCode("0004-timeline.sql"),
        .embedInCode("0005-webhooks.sql"),
        .embedInCode("0006-tombstones.sql"),
        .embedInCode("0007-messages.sql"),
        .embedInCode("0008-tombstone-tokens.sql"),
        .embedInCode("0009-app-keys.sql"),
        .embedInCode("0010-steps.sql"),
        .embedInCode("0011-refusals.sql"),
        .embedInCode("0012-keys-and-labels.sql"),
        .embedInCode("0013-tokens.sql"),
        .embedInCode("0014-app-events.sql"),
        .embedInCode("0015-batches.sql"),
        .embedInCode("0016-expiry.sql"),
        .embedInCode("0017-openers.sql"),
        .embedInCode("0018-calls.sql"),
        .embedInCode("0019-totals.sql"),
        .embedInCode("0023-creations.sql"),
        .embedInCode("0024-focus.sql"),
        .embedInCode("0025-empty-outputs.sql"),
        .embedInCode("0026-navigation.sql"),
        .embedInCode("0027-runs.sql"),
        .embedInCode("0028-code-makers.sql"),
        .embedInCode("0029-app-of-calls.sql"),
        .embedInCode("0030-failures-of-calls.sql"),
      ]),
    .target(
      name: "PostgresMigrations", path: "migrations/postgres",
      resources: [
        .embedInCode("0001-store.sql"),
        .embedInCode("0002-listener-tokens.sql"),
        .embedInCode("0003-unlisted-listeners.sql"),
        .embedInCode("0004-code-makers.sql"),
        .embedInCode("0005-failures-of-calls.sql"),
      ]),
    .target(name: "Schemas", path: "schemas", resources: [.embedInCode("app.json")]),
    .target(
      name: "Persistence",
      dependencies: [
        "CLinux", "Digest", "JSON", "Memory", "Metrics", "Migrations", "Navigation", "SQLite", "Sessions", "Threads",
        "Webhooks", "WorkQueues",
      ]),

    .target(
      name: "SharedPersistence",
      dependencies: [
        "Digest", "JSON", "Metrics", "Navigation", "Postgres", "PostgresMigrations", "Sessions", "Threads", "Webhooks",
      ]),

    .target(name: "Webhooks", dependencies: ["CCurl", "Digest", "JSON", "Metrics", "Threads", "WorkQueues"]),

    .target(name: "HTTP", dependencies: ["CivilDates"]),
    .target(name: "HTTPServer", dependencies: ["CLinux", "HTTP", "Memory", "Metrics", "Threads"]),
    .target(
      name: "API",
      dependencies: [
        "AppDefinitions", "Digest", "HTTP", "JSON", "Metrics", "Navigation", "Schemas", "Sessions", "WebFiles",
        "Webhooks",
      ]),
    .target(
      name: "NavstateServer",
      dependencies: [
        "API", "AppDefinitions", "CEL", "CLinux", "ClientTypes", "Digest", "HTTP", "HTTPServer", "JSON", "Memory",
        "Metrics", "Navigation", "Persistence", "SQLite", "Scenarios", "Sessions", "SharedPersistence", "Threads",
        "Webhooks",
      ]),
    .executableTarget(name: "navstate", dependencies: ["ExampleApps", "NavstateServer"]),

    .target(
      name: "TimerTestApp", dependencies: ["JSON", "Navigation", "Reduction", "Sessions"], path: "Tests/TimerTestApp"),
    .executableTarget(
      name: "trap-server", dependencies: ["JSON", "Navigation", "NavstateServer", "Reduction"], path: "Tests/TrapServer"
    ),
    .target(name: "PrometheusParser", path: "Tests/PrometheusParser"),
    .target(name: "RandomNumbers", path: "Tests/RandomNumbers"),
    .target(name: "Verdict", dependencies: ["HTTP"], path: "Tests/Fuzzing/Verdict"),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "AppDefinitions", "CEL", "Digest", "ExampleApps", "HTTP", "JSON", "TimerTestApp", "Navigation", "Persistence",
        "SQLite", "Sessions", "Verdict",
      ],
      path: "Tests/Fuzzing/Targets"),
    .testTarget(name: "FuzzingTests", dependencies: ["FuzzTargets", "RandomNumbers"]),
    .target(
      name: "Simulation",
      dependencies: [
        "CSQLite", "ExampleApps", "JSON", "TimerTestApp", "Navigation", "Persistence", "RandomNumbers", "SQLite",
        "Sessions",
      ],
      path: "Tests/Simulation"),
    .executableTarget(
      name: "simulate", dependencies: ["Persistence", "Simulation", "Threads"], path: "Tests/simulate"),
    .testTarget(name: "SimulationTests", dependencies: ["Persistence", "Simulation"]),
    .testTarget(name: "ClientTypesTests", dependencies: ["ClientTypes", "JSON"]),
    .testTarget(name: "DigestTests", dependencies: ["Digest"]),
    .testTarget(name: "ThreadsTests", dependencies: ["Threads"]),
    .testTarget(name: "WebhooksTests", dependencies: ["CCurl", "RandomNumbers", "Threads", "Webhooks"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "RandomNumbers"]),
    .testTarget(name: "CELTests", dependencies: ["CEL", "JSON", "RandomNumbers"]),
    .testTarget(name: "MetricsTests", dependencies: ["Metrics", "PrometheusParser"]),
    .testTarget(name: "ReductionTests", dependencies: ["Reduction", "ReductionTesting"]),
    .testTarget(
      name: "NavigationTests", dependencies: ["JSON", "TimerTestApp", "Navigation", "RandomNumbers", "Reduction"]),
    .target(name: "AppTesting", dependencies: ["JSON", "Navigation"], path: "Tests/AppTesting"),
    .testTarget(
      name: "AppDefinitionsTests", dependencies: ["AppDefinitions", "AppTesting", "ExampleApps", "JSON", "Navigation"]),
    .testTarget(
      name: "ExampleAppsTests",
      dependencies: [
        "AppDefinitions", "AppTesting", "ExampleApps", "JSON", "Navigation", "Reduction", "ReductionTesting",
      ]),
    .testTarget(
      name: "ScenariosTests", dependencies: ["AppDefinitions", "JSON", "Navigation", "Scenarios", "Sessions"]),
    .testTarget(
      name: "SessionsTests",
      dependencies: [
        "AppDefinitions", "Digest", "ExampleApps", "JSON", "TimerTestApp", "Memory", "Metrics", "PrometheusParser",
        "RandomNumbers", "Sessions",
      ]),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite"]),
    .target(
      name: "SessionsTesting", dependencies: ["JSON", "Navigation", "Sessions"], path: "Tests/SessionsTesting"),
    .target(name: "PostgresTesting", dependencies: ["Postgres"], path: "Tests/PostgresTesting"),
    .testTarget(
      name: "SharedPersistenceTests",
      dependencies: ["JSON", "Postgres", "PostgresTesting", "Sessions", "SessionsTesting", "SharedPersistence"]),
    .testTarget(name: "PostgresTests", dependencies: ["Postgres", "PostgresMigrations", "PostgresTesting"]),
    .testTarget(
      name: "PersistenceTests",
      dependencies: [
        "AppDefinitions", "ExampleApps", "JSON", "TimerTestApp", "Migrations", "Persistence", "SQLite", "Sessions",
        "SessionsTesting", "Simulation", "Webhooks",
      ],
      exclude: ["Fixtures"]),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP", "RandomNumbers"]),
    .testTarget(name: "HTTPServerTests", dependencies: ["CLinux", "HTTP", "HTTPServer", "Memory"]),
    .testTarget(
      name: "APITests",
      dependencies: [
        "API", "AppDefinitions", "Digest", "ExampleApps", "HTTP", "HTTPServer", "JSON", "TimerTestApp", "Metrics",
        "Navigation", "Persistence", "PrometheusParser", "RandomNumbers", "Sessions", "Webhooks",
      ]),
    .testTarget(
      name: "NavstateClientTests",
      dependencies: ["AppDefinitions", "ExampleApps", "JSON", "Navigation", "NavstateClient", "RandomNumbers"]),
    .testTarget(
      name: "NavstateServerTests",
      dependencies: [
        "Digest", "HTTP", "JSON", "Migrations", "NavstateServer", "Persistence", "SQLite", "PrometheusParser",
        "Sessions", "Webhooks", "navstate",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// What scripts/fuzz and Tests/Blackbox/wire/test_parser.py build; it needs other compiler options than the rest (docs/fuzzing.md).
if Context.environment["NAVSTATE_FUZZ"] != nil {
  package.targets += [
    .executableTarget(name: "Fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/Fuzz"),
    .executableTarget(name: "Verdicts", dependencies: ["HTTP", "Verdict"], path: "Tests/Fuzzing/Verdicts"),
  ]
}
