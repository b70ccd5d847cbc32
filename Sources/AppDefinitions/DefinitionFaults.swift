import JSON

/// An error with all faults of an app definition, so that they can be corrected at once.
public struct DefinitionFaults: Error, Equatable, Sendable {
  /// The faults, at least one.
  public let faults: [DefinitionFault]

  /// Creates an error.
  public init(faults: [DefinitionFault]) {
    self.faults = faults
  }
}

/// A fault of an app definition.
public struct DefinitionFault: Equatable, Sendable {
  /// The faulty value; for a missing member, its place.
  public let pointer: JSONPointer
  /// The description: what was wrong, with which value, and what would work.
  public let detail: String
  /// The position of the faulty value in the text, or of the one that should contain it; nil without a text.
  public let position: JSONPosition?

  /// Creates a fault.
  public init(at pointer: JSONPointer, _ detail: String, position: JSONPosition? = nil) {
    self.pointer = pointer
    self.detail = detail
    self.position = position
  }
}

extension DefinitionFaults: CustomStringConvertible {
  /// One line per fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

extension DefinitionFaults {
  /// Creates an error for repeated members, of which only the last counts. Limited to the first ones.
  init(repeatedIn document: JSONDocument) {
    faults = document.repeatedMembers.prefix(Self.maximumRepeated).map { pointer, position in
      DefinitionFault(
        at: pointer, "This member repeats an earlier one; remove one of them.", position: position)
    }
  }

  private static let maximumRepeated = 100

  /// The same faults with their positions in the text.
  package func located(in document: JSONDocument) -> DefinitionFaults {
    DefinitionFaults(faults: faults.map { $0.located(in: document) })
  }

  /// These faults and the others, in the order of the text.
  func with(_ others: DefinitionFaults) -> DefinitionFaults {
    let order = { (fault: DefinitionFault) in (fault.position?.line ?? 0, fault.position?.column ?? 0) }
    return DefinitionFaults(faults: (faults + others.faults).sorted { order($0) < order($1) })
  }
}

extension DefinitionFault: CustomStringConvertible {
  /// Position, pointer and description.
  public var description: String {
    let place = pointer.isRoot ? "" : "\(pointer): "
    guard let position else { return "\(place)\(detail)" }
    return "line \(position.line), column \(position.column): \(place)\(detail)"
  }
}

extension DefinitionFault {
  /// The same fault with its position in the text.
  package func located(in document: JSONDocument) -> DefinitionFault {
    DefinitionFault(at: pointer, detail, position: document.position(ofNearest: pointer) ?? position)
  }
}

extension JSONDocument {
  /// The start of the value at `pointer`, or of the innermost value around its place.
  package func position(ofNearest pointer: JSONPointer) -> JSONPosition? {
    var place: JSONPointer? = pointer
    while let there = place {
      if let position = position(of: there) { return position }
      place = there.parent
    }
    return nil
  }
}
