import Foundation
import Testing

@testable import NavstateServer

@Suite("Options")
struct OptionsTests {
  private func options(
    _ arguments: String..., environment: [String: String] = [:], file: String? = nil
  ) throws(UsageError) -> Options {
    try Options(arguments[...], environment: environment, program: "navstate") { _ in Array((file ?? "").utf8) }
  }

  @Test("An option comes from its flag, else the environment, else the file, else its default")
  func precedence() throws {
    let (environment, file) = (["NAVSTATE_PORT": "2", "NAVSTATE_CONFIG": "f"], #"{"port": 3, "host": "::1"}"#)
    #expect(try options("--port", "1", environment: environment, file: file).text("port") == "1")
    #expect(try options(environment: environment, file: file).text("port") == "2")
    #expect(try options("--config", "f", file: file).text("port") == "3")
    #expect(try options("--config", "f", environment: environment, file: file).text("host") == "::1")
    #expect(try options().text("port") == "8080")
    #expect(try options().text("loops") == nil)
  }

  @Test("An option takes its value after a space or an equals sign")
  func spelling() throws {
    #expect(try options("--host=::1", "--data", "a=b").text("host") == "::1")
    #expect(try options("--host=::1", "--data", "a=b").text("data") == "a=b")
    #expect(try options("--data=a=b").text("data") == "a=b")
  }

  @Test("A repeated option makes a list, and the flags replace the list of the environment")
  func lists() throws {
    let environment = ["NAVSTATE_APP": "a,b"]
    #expect(try options(environment: environment).list("app") == ["a", "b"])
    #expect(try options("--app", "c", "--app=d", environment: environment).list("app") == ["c", "d"])
    #expect(try options("--config", "f", file: #"{"app": ["e", "f"]}"#).list("app") == ["e", "f"])
    #expect(try options("--config", "f", file: #"{"app": "e"}"#).list("app") == ["e"])
    #expect(try options().list("app") == [])
  }

  @Test("An invalid value is reported with the flag, variable or file member that set it")
  func sources() throws {
    func message(_ options: Options) -> String? {
      #expect(throws: UsageError.self) { try options.integer("port", in: 0...9) }?.message
    }
    #expect(message(try options("--port", "x")) == #"--port takes an integer from 0 to 9, not "x""#)
    #expect(
      message(try options(environment: ["NAVSTATE_PORT": "tcp://10.0.0.1:80"]))
        == #"NAVSTATE_PORT takes an integer from 0 to 9, not "tcp://10.0.0.1:80"; Kubernetes sets it for a Service of "#
        + "that name: give the pod `enableServiceLinks: false`")
    #expect(
      message(try options("--config", "f.json", file: #"{"port": "x"}"#))
        == #""port" in f.json takes an integer from 0 to 9, not "x""#)
    #expect(message(try options("--port", "10", environment: ["NAVSTATE_PORT": "x"]))?.hasPrefix("--port ") == true)
  }

  @Test("The configuration of the package adds variables, and does not replace those that are set")
  func packaged() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "navstate-\(UUID()).default")
    defer { try? FileManager.default.removeItem(at: file) }
    let content = "# NAVSTATE_DATA=/a\n NAVSTATE_PORT = \n\nNAVSTATE_HOST=\"::1\" \nPATH=/\nNAVSTATE_DATA=/b\n"
    try Data(content.utf8).write(to: file)
    #expect(
      try Environment.packaged(["NAVSTATE_DATA": "/c"], file: file.path)
        == ["NAVSTATE_DATA": "/c", "NAVSTATE_HOST": "::1", "NAVSTATE_PORT ": ""])
    #expect(try Environment.packaged(["NAVSTATE_DATA": "/c"], file: "/none") == ["NAVSTATE_DATA": "/c"])
  }

  @Test("A misspelt variable or file member is rejected with a suggestion")
  func misspelt() throws {
    func message(environment: [String: String] = [:], file: String? = nil) -> String? {
      #expect(throws: UsageError.self) { try options("--config", "f", environment: environment, file: file) }?.message
    }
    #expect(
      message(environment: ["NAVSTATE_PROT": "1"])
        == "unknown environment variable NAVSTATE_PROT; did you mean NAVSTATE_PORT?")
    #expect(message(environment: ["NAVSTATE_ADMIN_TOKN": "x"])?.hasSuffix("did you mean NAVSTATE_ADMIN_TOKEN?") == true)
    #expect(message(file: #"{"prot": 1}"#) == #"f: unknown option "prot"; did you mean port?"#)
  }

  @Test("Environment variables of other programs are ignored")
  func others() throws {
    let service = ["NAVSTATE_SERVICE_HOST": "10.0.0.1", "NAVSTATE_PORT_8080_TCP": "tcp://10.0.0.1:8080", "PROT": "1"]
    #expect(try options(environment: service).text("port") == "8080")
  }

  @Test("A flag without a value means yes, and takes yes or no as its value")
  func flags() throws {
    #expect(try options().flag("no-client-undo") == false)
    #expect(try options("--no-client-undo", "--port", "1").flag("no-client-undo"))
    #expect(try options("--no-client-undo=no").flag("no-client-undo") == false)
    #expect(try options(environment: ["NAVSTATE_NO_CLIENT_UNDO": "yes"]).flag("no-client-undo"))
    #expect(try options("--config", "f", file: #"{"no-client-undo": true}"#).flag("no-client-undo"))
  }

  @Test(
    "Invalid arguments are rejected with a hint",
    arguments: [
      (["--prot", "1"], "\"--prot\""), (["port"], "begin with --"),
      (["--port"], "--port needs a value: --port PORT, such as 8080"),
      (["--store"], "--store needs a value: --store URL"),
      (["--port", "--data", "d"], #"--port needs a value: --port PORT, such as 8080; "--data" after it is an option"#),
      (["--port", "1", "--port", "2"], "given twice"), (["-p"], "begin with --"),
    ])
  func wrong(arguments: [String], says: String) {
    let error = #expect(throws: UsageError.self) { try Options(arguments[...], environment: [:], program: "navstate") }
    #expect(error?.message.contains(says) == true, "\(String(describing: error))")
  }

  @Test(
    "An invalid configuration file is rejected with its name and the fault",
    arguments: [
      ("[]", "JSON object"), (#"{"prot": 1}"#, "\"prot\""), ("{\n\"port\": }", "line 2"),
      (#"{"config": "x"}"#, "config"),
      (#"{"host": true}"#, "not true"), (#"{"app": ["a", ["b"]]}"#, "\"app\""),
    ])
  func wrongFile(file: String, says: String) {
    let error = #expect(throws: UsageError.self) { try options("--config", "shop.json", file: file) }
    #expect(error?.message.contains(says) == true, "\(String(describing: error))")
    #expect(error?.message.contains("shop.json") == true)
  }

  @Test("An integer option rejects other values", arguments: ["x", "", "-1", "65536", "1.5", "99999999999999999999"])
  func integers(text: String) {
    let error = #expect(throws: UsageError.self) { try options("--port=\(text)").integer("port", in: 0...65_535) }
    #expect(error?.message == "--port takes an integer from 0 to 65535, not \"\(text)\"")
  }

  @Test("The help lists all options with their defaults")
  func help() {
    let help = Help(ServerProgram())
    for option in Option.all {
      #expect(help.serve.contains("  --\(option.name)\(option.isFlag ? "" : " \(option.value)") "), "\(option.name)")
      #expect(help.serve.contains(option.help))
      #expect(option.standard.isEmpty || help.serve.contains("(\(option.standard))"))
    }
    #expect(Set(Option.all.map(\.name)).count == Option.all.count)
    #expect(OptionGroup.all.allSatisfy { help.serve.contains("\n\n\($0.title):\n  --") })
    #expect(help.serve.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test("The documents mention each option")
  func documents() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let documents = files.filter { $0.pathExtension == "md" }
    let text = try documents.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    for option in Option.all { #expect(text.contains("--\(option.name)"), "\(option.name)") }
  }
}
