// Saves a response of the server as a file.

import { open } from "./api.js"
import { h } from "./dom.js"

export async function download(path, name, headers) {
  const address = URL.createObjectURL(await (await open("GET", path, { headers })).blob())
  h("a", { href: address, download: name }).click()
  // The delay lets the browser begin the download.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
  return true
}
