// swift-tools-version: 6.0
import PackageDescription

// An app and its server in a separate package, in a folder beside `navstate`. docs/writing-apps.md explains it.
let package = Package(
  name: "vending",
  dependencies: [.package(path: "../navstate")],
  targets: [
    .target(
      name: "Vending",
      dependencies: [
        .product(name: "JSON", package: "navstate"),
        .product(name: "Navigation", package: "navstate"),
        .product(name: "Reduction", package: "navstate"),
      ]),
    .executableTarget(
      name: "vending-server",
      dependencies: ["Vending", .product(name: "NavstateServer", package: "navstate")]),
    .executableTarget(
      name: "tryout",
      dependencies: ["Vending", .product(name: "ReductionTesting", package: "navstate")]),
  ]
)
