extension JSONObject: Hashable {
  /// Whether both have equal members, in any order (RFC 8259 §4: an object is an unordered collection).
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    switch (left.storage, right.storage) {
    case (.raw(let left), .raw(let right)): return left.isEqual(to: right)
    case (.raw(let raw), _): return raw.isEqual(to: right)
    case (_, .raw(let raw)): return raw.isEqual(to: left)
    default: break
    }
    let (leftMembers, rightMembers) = (left.members, right.members)
    // Names are unique, so equal counts leave no member of the right object out.
    guard leftMembers.count == rightMembers.count else { return false }
    if leftMembers.isSameStorage(as: rightMembers) { return true }
    for (position, member) in leftMembers.enumerated() {
      let candidate = rightMembers[position]
      // Usually both have the same order, and no lookup by name is needed.
      if candidate.name.isIdentical(to: member.name) {
        if candidate.value != member.value { return false }
      } else if right[member.name] != member.value {
        return false
      }
    }
    return true
  }

  /// Hashes the members independently of their order.
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

extension JSONObject {
  /// Whether both are written as the same text. Not all that are: objects with other members than scalars count as
  /// different.
  package func hasSameText(as other: JSONObject) -> Bool {
    guard case .few(let left) = storage, case .few(let right) = other.storage, left.count == right.count else {
      return false
    }
    for (position, member) in left.enumerated() {
      let candidate = right[position]
      guard member.name.isIdentical(to: candidate.name), member.value.isSameScalar(as: candidate.value) else {
        return false
      }
    }
    return true
  }
}

extension Array {
  /// Whether both have the same storage: copies without a change.
  fileprivate func isSameStorage(as other: [Element]) -> Bool {
    withUnsafeBufferPointer { left in
      other.withUnsafeBufferPointer { right in left.baseAddress == right.baseAddress && left.count == right.count }
    }
  }
}
