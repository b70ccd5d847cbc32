import Glibc

// Files are accessible to their user only: see PrivateFile.
umask(0o077)
Serve.blockSignals()
exit(Command.run(CommandLine.arguments, environment: Environment.variables))
