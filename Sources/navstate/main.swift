import NavstateServer

Server().run(CommandLine.arguments)
