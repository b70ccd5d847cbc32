extension JSONObject: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of members.
  public var endIndex: Int { count }

  /// The member at `position`, in the order of the text.
  public subscript(position: Int) -> (name: String, value: JSONValue) {
    let member = members[position]
    return (member.name, member.value)
  }
}
