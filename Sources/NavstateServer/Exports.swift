// The modules of the types that an app uses, so that an app and its server can be a single file.
@_exported import JSON
@_exported import Navigation
@_exported import Reduction
