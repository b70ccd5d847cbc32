import Testing

@testable import NavstateServer

@Suite("Programs with their own name")
struct OwnProgramTests {
  private let shop = ServerProgram(name: "shop")

  @Test("The name of a program is the file name of its executable")
  func name() {
    #expect(ServerProgram.name(of: ["/usr/local/bin/shop", "serve"]) == "shop")
    #expect(ServerProgram.name(of: ["shop"]) == "shop")
    #expect(ServerProgram.name(of: []) == "navstate")
  }

  @Test("The help contains the program's own name and the server's version")
  func help() {
    let help = Help(shop)
    #expect(help.commands.hasPrefix("shop (navstate \(Command.version)): "))
    for text in [help.commands, help.serve] + help.names.map(help.of) {
      #expect(text.contains("shop "))
      #expect(!text.contains("navstate serve") && !text.contains("`navstate"), "\(text)")
    }
  }

  @Test("Usage errors contain the program's own name")
  func usage() {
    let option = #expect(throws: UsageError.self) { try Options(["--xyzzy"], environment: [:], program: "shop") }
    #expect(option?.message == #"unknown option "--xyzzy"; `shop serve --help` lists the options"#)
    let validate = #expect(throws: UsageError.self) { try Validate(program: shop).run([]) }
    #expect(validate?.message.contains("shop validate FILE") == true)
    let eval = #expect(throws: UsageError.self) { try Eval(program: shop).run([]) }
    #expect(eval?.message.contains("shop eval 'EXPRESSION'") == true)
  }

  @Test("A program without built-in apps accepts definitions with their names")
  func definitions() throws {
    let text = #"{"app": "counter", "version": 1, "root": {"kind": "stack"}, "routes": {"a": {}}}"#
    let file = DefinitionFile(name: "-", bytes: Array(text.utf8))
    #expect(try file.definition(shop).app.name == "counter")
  }
}
