import JSON

/// All that is wrong with a definition, so that it can be put right in one go.
public struct DefinitionFaults: Error, Equatable, Sendable {
  /// What is thrown has at least one.
  public let faults: [DefinitionFault]

  public init(faults: [DefinitionFault]) {
    self.faults = faults
  }
}

/// One thing that is wrong with a definition.
public struct DefinitionFault: Equatable, Sendable {
  /// What is wrong; of a member that is absent, where it should stand.
  public let pointer: JSONPointer
  /// What was wrong, with which value, and what would work.
  public let detail: String
  /// Where that is in the text, or what should hold it; nil when there was no text but a value.
  public let position: JSONPosition?

  public init(at pointer: JSONPointer, _ detail: String, position: JSONPosition? = nil) {
    self.pointer = pointer
    self.detail = detail
    self.position = position
  }
}

extension DefinitionFaults: CustomStringConvertible {
  /// A line for each fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

extension DefinitionFaults {
  /// Members that come twice, of which only one can be meant. Of very many the first are told.
  init(repeatedIn document: JSONDocument) {
    faults = document.repeatedMembers.prefix(Self.maximumRepeated).map { pointer, position in
      DefinitionFault(
        at: pointer, "A member of this name stands here before; only one of them can count.", position: position)
    }
  }

  private static let maximumRepeated = 100

  /// The same faults with their places in the text.
  func located(in document: JSONDocument) -> DefinitionFaults {
    DefinitionFaults(faults: faults.map { $0.located(in: document) })
  }

  /// These and the others, in the order of the text.
  func with(_ others: DefinitionFaults) -> DefinitionFaults {
    let order = { (fault: DefinitionFault) in (fault.position?.line ?? 0, fault.position?.column ?? 0) }
    return DefinitionFaults(faults: (faults + others.faults).sorted { order($0) < order($1) })
  }
}

extension DefinitionFault: CustomStringConvertible {
  public var description: String {
    let place = pointer.isRoot ? "" : "\(pointer): "
    guard let position else { return "\(place)\(detail)" }
    return "line \(position.line), column \(position.column): \(place)\(detail)"
  }
}

extension DefinitionFault {
  /// The same fault, with its place in the text.
  fileprivate func located(in document: JSONDocument) -> DefinitionFault {
    var place: JSONPointer? = pointer
    while let there = place {
      if let position = document.position(of: there) { return DefinitionFault(at: pointer, detail, position: position) }
      place = there.parent
    }
    return self
  }
}
