// swift-tools-version: 6.0
import PackageDescription

// An app that uses the libraries, in a separate package. docs/writing-apps.md explains it.
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
