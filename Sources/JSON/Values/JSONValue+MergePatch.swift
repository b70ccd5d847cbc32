extension JSONValue {
  /// Applies a JSON Merge Patch (RFC 7396): null removes a member, an object merges member by member, any other value
  /// replaces.
  ///
  /// ```swift
  /// var value: JSONValue = ["a": 1, "b": 2]
  /// value.mergePatch(["a": nil, "c": 3])  // {"b":2,"c":3}
  /// ```
  public mutating func mergePatch(_ patch: JSONValue) {
    guard case .object(let patchObject) = patch else {
      self = patch
      return
    }
    var object = JSONObject()
    if case .object(let present) = self { object = present }
    self = .null  // So that `object` is uniquely referenced and changes in place.
    object.mergePatch(patchObject)
    self = .object(object)
  }
}

extension JSONObject {
  /// Applies a JSON Merge Patch (RFC 7396) whose root is an object.
  public mutating func mergePatch(_ patch: JSONObject) {
    var builder = JSONObjectBuilder(take())
    var removed: Set<ExactString> = []
    for member in patch.members {
      if case .null = member.value {
        if builder.contains(member.name) { removed.insert(ExactString(member.name)) }
      } else {
        builder.change(member.name) { $0.mergePatch(member.value) }
      }
    }
    if !removed.isEmpty { builder.removeMembers { removed.contains(ExactString($0)) } }
    self = builder.finish()
  }
}
