extension Method {
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self =
      switch range.count {
      case 3 where bytes.isText("GET", range): .get
      case 3 where bytes.isText("PUT", range): .put
      case 4 where bytes.isText("POST", range): .post
      case 4 where bytes.isText("HEAD", range): .head
      case 5 where bytes.isText("PATCH", range): .patch
      case 6 where bytes.isText("DELETE", range): .delete
      case 7 where bytes.isText("OPTIONS", range): .options
      default: .other
      }
  }
}
