import Glibc

Serve.blockSignals()
exit(Command.run(CommandLine.arguments, environment: Environment.variables))
