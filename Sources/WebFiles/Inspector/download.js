// Saves an answer of the server as a file.

import { open } from "./api.js"
import { h } from "./dom.js"

export async function download(path, name, headers) {
  const address = URL.createObjectURL(await (await open("GET", path, { headers })).blob())
  h("a", { href: address, download: name }).click()
  // Not at once: the browser may not have begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
  return true
}
