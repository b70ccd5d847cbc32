/// A reader of the parts of a definition that contain expressions and steps.
struct LogicReader {
  /// The reader of the definition, which collects the faults.
  var reader: DefinitionReader
}
