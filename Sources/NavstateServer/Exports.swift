// What the types of an app conform to and are made of, so that an app and its server can be a single file.
@_exported import JSON
@_exported import Navigation
@_exported import Reduction
