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
    .target(name: "CShims"),
    .target(name: "WebFiles", exclude: ["Demo", "Docs", "Inspector"]),

    .target(name: "CivilDates", dependencies: ["CTimeZones"]),
    .target(name: "Support", dependencies: ["CCrypto", "CShims"], linkerSettings: [.linkedLibrary(":libcrypto.a")]),
    .target(name: "JSON", dependencies: ["CivilDates"]),
    .target(name: "CTimeZones", exclude: ["zones.bin"]),
    .target(
      name: "CEL", dependencies: ["CivilDates", "JSON"], linkerSettings: [.linkedLibrary("m")]),
    .target(name: "ClientTypes", dependencies: ["JSON"]),
    .target(name: "Reduction", dependencies: ["CivilDates"]),
    .target(name: "ReductionTesting", dependencies: ["Reduction"]),
    .target(name: "Navigation", dependencies: ["CEL", "CivilDates", "JSON", "Reduction"]),
    .target(name: "AppDefinitions", dependencies: ["CEL", "CivilDates", "JSON", "Navigation"]),
    .target(name: "NavstateClient", dependencies: ["AppDefinitions", "JSON", "Navigation"]),
    .target(
      name: "ExampleApps", dependencies: ["JSON", "Navigation", "Reduction"],
      exclude: ["Colors", "Counter", "List", "Routing", "Tabs"].map { "\($0)/README.md" }),
    .target(
      name: "Sessions", dependencies: ["CShims", "JSON", "Navigation", "Reduction", "Support"]),

    .target(name: "Scenarios", dependencies: ["AppDefinitions", "JSON", "Navigation", "Sessions"]),

    .target(
      name: "Migrations", path: "migrations",
      resources: [
        .embedInCode("0001-schema.sql"),
        .embedInCode("postgres/0001-postgres-schema.sql"),
      ]),
    .target(name: "Schemas", path: "schemas", resources: [.embedInCode("app.json")]),
    .target(
      name: "SQLiteJournal",
      dependencies: ["CShims", "CSQLite", "JSON", "Migrations", "Navigation", "Sessions", "Support", "Webhooks"]),
    .target(
      name: "PostgresJournal",
      dependencies: ["CShims", "JSON", "Migrations", "Navigation", "Sessions", "Support", "Webhooks"]),
    .target(name: "Webhooks", dependencies: ["CShims", "JSON", "Support"]),

    .target(name: "HTTP", dependencies: ["CivilDates"]),
    .target(name: "HTTPServer", dependencies: ["CShims", "HTTP", "Support"]),
    .target(
      name: "API",
      dependencies: [
        "AppDefinitions", "HTTP", "JSON", "Navigation", "Schemas", "Sessions", "Support", "WebFiles", "Webhooks",
      ]),
    .target(
      name: "NavstateServer",
      dependencies: [
        "API", "AppDefinitions", "CEL", "CivilDates", "ClientTypes", "CShims", "HTTP", "HTTPServer", "JSON",
        "Navigation",
        "PostgresJournal", "Scenarios", "Sessions", "SQLiteJournal", "Support", "Webhooks",
      ]),
    .executableTarget(name: "navstate", dependencies: ["ExampleApps", "NavstateServer"]),

    .target(
      name: "TestSupport",
      dependencies: ["JSON", "Navigation", "PostgresJournal", "Reduction", "Sessions", "Support"],
      path: "Tests/TestSupport"),
    .executableTarget(
      name: "trap-server", dependencies: ["JSON", "Navigation", "NavstateServer", "Reduction"], path: "Tests/TrapServer"
    ),
    .target(name: "Verdict", dependencies: ["HTTP"], path: "Tests/Fuzzing/Verdict"),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "AppDefinitions", "CEL", "ExampleApps", "HTTP", "JSON", "Navigation", "SQLiteJournal", "Sessions", "Support",
        "TestSupport", "Verdict",
      ],
      path: "Tests/Fuzzing/Targets"),
    .target(
      name: "Simulation",
      dependencies: ["CSQLite", "ExampleApps", "JSON", "Navigation", "SQLiteJournal", "Sessions", "TestSupport"],
      path: "Tests/Simulation", exclude: ["README.md"]),
    .executableTarget(
      name: "simulate", dependencies: ["SQLiteJournal", "Simulation", "Support"], path: "Tests/simulate"),
    .testTarget(name: "SupportTests", dependencies: ["Support", "TestSupport"]),
    .testTarget(name: "WebhooksTests", dependencies: ["CShims", "Support", "TestSupport", "Webhooks"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
    .testTarget(name: "CELTests", dependencies: ["CEL", "CivilDates", "JSON", "TestSupport"]),
    .testTarget(name: "ReductionTests", dependencies: ["Reduction", "ReductionTesting"], exclude: ["Tutorial"]),
    // The code of docs/reduction.md, in a module of its own, since both have a `CounterState`.
    .testTarget(
      name: "ReductionTutorialTests", dependencies: ["Reduction", "ReductionTesting"],
      path: "Tests/ReductionTests/Tutorial"),
    .testTarget(name: "NavigationTests", dependencies: ["JSON", "Navigation", "Reduction", "TestSupport"]),
    .testTarget(
      name: "AppDefinitionsTests",
      dependencies: [
        "AppDefinitions", "ClientTypes", "ExampleApps", "JSON", "Navigation", "Scenarios", "Sessions", "TestSupport",
      ]),
    .testTarget(
      name: "ExampleAppsTests",
      dependencies: [
        "AppDefinitions", "ExampleApps", "JSON", "Navigation", "Reduction", "ReductionTesting", "TestSupport",
      ]),
    .testTarget(
      name: "SessionsTests",
      dependencies: ["AppDefinitions", "ExampleApps", "JSON", "Sessions", "Support", "TestSupport"]),
    .testTarget(
      name: "PostgresJournalTests", dependencies: ["JSON", "Migrations", "PostgresJournal", "Sessions", "TestSupport"]),
    .testTarget(
      name: "SQLiteJournalTests",
      dependencies: [
        "AppDefinitions", "ExampleApps", "FuzzTargets", "JSON", "Migrations", "SQLiteJournal", "Sessions", "Simulation",
        "TestSupport", "Webhooks",
      ]),
    .testTarget(name: "HTTPTests", dependencies: ["CShims", "HTTP", "HTTPServer", "Support", "TestSupport"]),
    .testTarget(
      name: "APITests",
      dependencies: [
        "API", "AppDefinitions", "ExampleApps", "HTTP", "HTTPServer", "JSON", "Navigation", "SQLiteJournal", "Sessions",
        "Support", "TestSupport", "Webhooks",
      ]),
    .testTarget(
      name: "NavstateClientTests",
      dependencies: ["AppDefinitions", "ExampleApps", "JSON", "Navigation", "NavstateClient", "TestSupport"]),
    .testTarget(
      name: "NavstateServerTests",
      dependencies: [
        "ExampleApps", "HTTP", "JSON", "Migrations", "Navigation", "NavstateServer", "SQLiteJournal", "Sessions",
        "Support", "TestSupport",
        "Webhooks", "navstate",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// What scripts/fuzz and Tests/Blackbox/wire/test_parser.py build; it needs other compiler options than the rest
// (Tests/Fuzzing/README.md).
if Context.environment["NAVSTATE_FUZZ"] != nil {
  package.targets += [
    .executableTarget(name: "Fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/Fuzz"),
    .executableTarget(name: "Verdicts", dependencies: ["HTTP", "Verdict"], path: "Tests/Fuzzing/Verdicts"),
  ]
}
