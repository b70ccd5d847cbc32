extension JSONObject: Hashable {
  /// The order of the members does not matter (RFC 8259 §4: an object is an unordered collection).
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    let (leftMembers, rightMembers) = (left.members, right.members)
    guard leftMembers.count == rightMembers.count else { return false }
    if leftMembers.isSameStorage(as: rightMembers) { return true }
    for (position, member) in leftMembers.enumerated() {
      let candidate = rightMembers[position]
      // Nearly always both stand in the same order, and no name has to be looked up.
      if candidate.name.isIdentical(to: member.name) {
        if candidate.value != member.value { return false }
      } else if right[member.name] != member.value {
        return false
      }
    }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members {
      var memberHasher = Hasher()
      ExactString(member.name).hash(into: &memberHasher)
      member.value.hash(into: &memberHasher)
      sum &+= memberHasher.finalize()  // A sum, since it must not depend on the order.
    }
    hasher.combine(count)
    hasher.combine(sum)
  }
}

extension Array {
  /// Whether both are the same elements at the same place: copies of which none was changed.
  fileprivate func isSameStorage(as other: [Element]) -> Bool {
    withUnsafeBufferPointer { left in
      other.withUnsafeBufferPointer { right in left.baseAddress == right.baseAddress && left.count == right.count }
    }
  }
}
