import ExampleApps
import NavstateServer

Server(apps: BuiltInApps.apps, features: BuiltInApps.features, name: "navstate").run(CommandLine.arguments)
