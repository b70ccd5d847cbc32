// swift-tools-version: 6.0
import PackageDescription

// An app by a user of the libraries, in a package of its own. docs/writing-apps.md explains it.
let package = Package(
  name: "vending",
  dependencies: [.package(name: "navstate", path: "../..")],
  targets: [
    .target(
      name: "Vending",
      dependencies: [
        .product(name: "JSON", package: "navstate"),
        .product(name: "Navigation", package: "navstate"),
        .product(name: "Reduction", package: "navstate"),
      ]),
    .executableTarget(
      name: "tryout",
      dependencies: ["Vending", .product(name: "ReductionTesting", package: "navstate")]),
  ],
  swiftLanguageModes: [.v6]
)
