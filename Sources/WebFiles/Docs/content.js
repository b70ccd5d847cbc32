import { h, replace } from "../ui/dom.js"

/** Prose as nodes, with text between backquotes as code. */
export const prose = text => text.split("`").map((part, index) => index % 2 ? h("code", part) : part)

/** Loads JSON, and fills the content of the page with what `show` makes of it. */
export async function fill(address, show) {
  const content = document.getElementById("content")
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } })
    if (!response.ok) throw new Error(`the server answered with ${response.status}`)
    replace(content, show(await response.json()))
  } catch (error) {
    replace(content, h("p", { role: "alert" }, `${address} could not be read: ${error.message}. Load the page again.`))
  }
}
