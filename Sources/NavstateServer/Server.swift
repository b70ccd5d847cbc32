import Glibc
import Navigation

/// The whole server as a program of its own, with the apps that are compiled into it.
///
/// ```swift
/// import NavstateServer
///
/// @main struct Shop {
///   static func main() {
///     Server(apps: [ShopApp.app]).run(CommandLine.arguments)
///   }
/// }
/// ```
/// The program has all commands and options of `navstate`, under its own name. Other apps can be added at run time as
/// definitions in JSON.
public struct Server: Sendable {
  private let apps: [App]
  private let features: [String: Feature]
  private let name: String?

  /// Creates the program.
  ///
  /// - Parameters:
  ///   - apps: The apps, in the order in which the server lists them. An app can be there in several versions.
  ///   - features: The features that an app defined in JSON can use, by the name that a route refers to as its
  ///     `feature`.
  ///   - name: The name of the program in its help, errors and log; nil: the file name of its executable.
  public init(apps: [App], features: [String: Feature] = [:], name: String? = nil) {
    self.apps = apps
    self.features = features
    self.name = name
  }

  /// Runs the command that the arguments name, and exits with its status: 0 success, 1 failure, 2 wrong usage.
  ///
  /// `serve` runs until SIGTERM or SIGINT. Call it before the program has other threads, and in an asynchronous `main`
  /// before the first suspension: it blocks these signals and SIGHUP, which all threads have to inherit.
  ///
  /// - Parameter arguments: The path of the executable, the command, and its options.
  public func run(_ arguments: [String] = CommandLine.arguments) -> Never {
    // Files are accessible to their user only: see PrivateFile.
    umask(0o077)
    Serve.blockSignals()
    // Dispatch writes to the system's log that a thread does not get the priority that only root may set. The server does
    // not depend on it. Another value of the variable is respected.
    setenv("LIBDISPATCH_LOG", "NO", 0)
    let program = ServerProgram(name: name ?? ServerProgram.name(of: arguments), apps: apps, features: features)
    exit(Command(program).run(arguments, environment: Environment.variables))
  }
}
