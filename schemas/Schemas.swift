/// The JSON Schema of app definitions. Its only source is the file beside this one, which is compiled into the binary.
package let appSchema: [UInt8] = PackageResources.app_json
