import JSON
import Testing

@testable import Navigation

@Suite("Patches of JSON text")
struct TextPatchTests {
  private func check(_ former: String, _ new: String) throws -> TextPatch {
    let (former, new) = (Array(former.utf8), Array(new.utf8))
    let patch = TextPatch(from: former, to: new)
    #expect(try patch.applied(to: former[...]) == new)
    #expect(try patch.inverse.applied(to: new[...]) == former)
    var json = JSONWriter()
    patch.write(to: &json)
    #expect(try TextPatch(stored: JSONValue(parsing: json.bytes)) == patch)
    return patch
  }

  @Test(
    "A patch changes one text to another, and its inverse changes it back",
    arguments: [
      ("", ""), ("", "a"), ("a", ""), ("abc", "abc"), ("aaa", "aa"), ("aé", "aè"), ("xéy", "xy"), ("ẞa", "ßa"),
      ("é", "è"),
      ("👍🏽", "👍🏾"), ("[1,2,3]", "[1,22,3]"), ("日本", "日木"),
    ])
  func small(former: String, new: String) throws {
    _ = try check(former, new)
  }

  @Test("A patch is correct for random changes at random places of long texts")
  func random() throws {
    let alphabet = Array("ab\"\\é日👍,:{}0")
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      let length = Int.random(in: 0...3_000, using: &generator)
      let kinds = Int.random(in: 1...alphabet.count, using: &generator)
      let former = (0..<length).map { _ in alphabet[Int.random(in: 0..<kinds, using: &generator)] }
      var new = former
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let start = Int.random(in: 0...new.count, using: &generator)
        let end = min(new.count, start + Int.random(in: 0...40, using: &generator))
        new.replaceSubrange(start..<end, with: alphabet.prefix(Int.random(in: 0...alphabet.count, using: &generator)))
      }
      _ = try check(String(former), String(new))
    }
  }

  @Test("A patch contains only the differences, also far apart in a long text")
  func short() throws {
    let list = (0..<1_000).map { "{\"id\":\($0),\"name\":\"number \($0)\"}" }
    var changed = list
    changed[10] = "{\"id\":10,\"name\":\"ten\"}"
    changed[900] = "{\"id\":900,\"name\":\"x\"}"
    changed.insert("{\"id\":-1}", at: 500)
    changed.remove(at: 300)
    let patch = try check(list.joined(separator: ","), changed.joined(separator: ","))
    #expect(patch.splices.count == 4)
    #expect(patch.splices.reduce(0) { $0 + $1.removed.utf8.count + $1.inserted.utf8.count } < 200)
    let letters = String(repeating: "a", count: 100_000)
    let one = try check(letters + "b" + letters, letters + "c" + letters)
    #expect(one == TextPatch(splices: [.init(skip: 100_000, removed: "b", inserted: "c")]))
  }

  @Test(
    "Applying a patch to a text that it does not fit throws",
    arguments: [
      [4, "", "x"], [0, "b", ""], [0, "abcd", ""], [1, "b", "x", 2, "", ""], [.integer(.max), "", ""],
    ] as [[JSONValue]])
  func mismatch(parts: [JSONValue]) throws {
    let patch = try TextPatch(stored: .array(parts))
    #expect(throws: EditMismatch.self) { try patch.applied(to: Array("abc".utf8)[...]) }
  }

  @Test(
    "Reading an invalid patch throws",
    arguments: [.null, [1], [-1, "", ""], [0, 1, ""], [0.5, "", ""], ["0", "", ""]] as [JSONValue])
  func notStored(json: JSONValue) {
    #expect(throws: StoredDataError.self) { try TextPatch(stored: json) }
    #expect(throws: StoredDataError.self) { try Edit(stored: ["patch", "a1", "state", json]) }
  }
}

@Suite("Patches as steps")
struct PatchStepTests {
  private let tree = Tree(
    root: Container(
      id: "root", kind: .stack, screens: [Screen(id: "a1", route: "page", params: ["n": 1], state: ["n": 1, "t": "x"])]),
    data: ["user": "u"])

  private func step(_ text: String) throws -> Edit { try Edit(stored: JSONValue(parsing: text)) }

  @Test(
    "A patch step changes its place, and reverting it restores the tree",
    arguments: [
      ##"["patch","a1","state",[5,"1","22"]]"##, ##"["patch","a1","params",[5,"1","2,\"m\":[]"]]"##,
      ##"["patch","","data",[9,"u","v"]]"##,
      ##"["patch","root","container",[88,"\"n\":1","\"n\":2"]]"##,
    ])
  func bothWays(text: String) throws {
    var draft = Draft(tree)
    let edit = try step(text)
    let resolved = try draft.replay(stored: [edit], exactly: true)
    #expect(draft.tree != tree)
    #expect(resolved.count == 1)
    try draft.revert(stored: [edit], exactly: true)
    #expect(draft.tree == tree)
    var diff = TreeDiff(from: tree)
    try diff.append([edit], length: 0)
    try draft.apply(diff)
    #expect(draft.edits == resolved)
  }

  @Test(
    "A forged patch step that does not fit the tree is rejected",
    arguments: [
      ##"["patch","a1","state",[5,"2","22"]]"##, ##"["patch","a1","state",[5,"1","}"]]"##,
      ##"["patch","a1","params",[0,"{\"n\":1}","1"]]"##, ##"["patch","root","container",[1,"\"id\"","\"di\""]]"##,
      ##"["patch","a9","state",[]]"##, ##"["patch","a9","container",[]]"##,
      ##"["patch","root","container",[0,"","["]]"##,
    ])
  func forged(text: String) throws {
    let edit = try step(text)
    for exactly in [false, true] {
      var draft = Draft(tree)
      #expect(throws: EditMismatch.self) { try draft.replay(stored: [edit], exactly: exactly) }
      #expect(throws: EditMismatch.self) { try draft.revert(stored: [edit.inverse], exactly: exactly) }
      #expect(throws: EditMismatch.self) {
        var diff = TreeDiff(from: tree)
        try diff.append([edit], length: 0)
        try draft.apply(diff)
      }
    }
  }

  @Test("Reading a step with an unknown name or place throws")
  func notStored() {
    #expect(throws: StoredDataError.self) { try step(##"["undo",["move","c",0,1]]"##) }
    #expect(throws: StoredDataError.self) { try step(##"["patch","a1","route",[]]"##) }
  }

  @Test("The compact form of a long step is a patch, and a short step stays as it is")
  func compacted() {
    let former = JSONObject((0..<300).map { ("k\($0)", .integer($0 * 7 % 13)) })
    var new = former
    for key in ["k5", "k77", "k290"] { new[key] = "changed" }
    new["k100"] = nil
    let edit = Edit.state("a1", former: .object(former), new: .object(new))
    #expect(edit.compacted != edit)
    #expect(Edit.state("a1", former: 1, new: 2).compacted == .state("a1", former: 1, new: 2))
  }
}
