import Glibc

Serve.blockSignals()
Serve.limitArenas()
exit(Command.run(CommandLine.arguments, environment: Environment.variables))
