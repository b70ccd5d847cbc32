import Glibc

// Files are the user's own: see PrivateFile.
umask(0o077)
Serve.blockSignals()
exit(Command.run(CommandLine.arguments, environment: Environment.variables))
