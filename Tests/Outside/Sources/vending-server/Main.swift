import NavstateServer
import Vending

/// The server with the app `vending`.
@main
struct Main {
  static func main() {
    Server(apps: [Vending.app]).run(CommandLine.arguments)
  }
}
