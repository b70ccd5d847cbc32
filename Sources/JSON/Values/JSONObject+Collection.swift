extension JSONObject: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(position: Int) -> (name: String, value: JSONValue) {
    let member = members[position]
    return (member.name, member.value)
  }
}
