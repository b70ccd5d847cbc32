import Glibc

/// The server as a program.
public struct Server: Sendable {
  /// Creates the program.
  public init() {}

  /// Runs the command that the arguments name, and exits with its status.
  public func run(_ arguments: [String]) -> Never {
    // Files are accessible to their user only: see PrivateFile.
    umask(0o077)
    Serve.blockSignals()
    exit(Command.run(arguments, environment: Environment.variables))
  }
}
