import { readFileSync } from "node:fs"

const text = readFileSync(new URL("../README.md", import.meta.url), "utf8")
const blocks = [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, code]) => ({ language, code }))

/** The code of the README in a language. */
export const code = language => blocks.filter(block => block.language === language).map(block => block.code)

/** The app of the README. */
export const definition = JSON.parse(code("json")[0])

const [session, prediction, component] = code("js")
export { component }

/** The JavaScript of the README for Node, as a module that checks each value in a comment. */
export const program = url => [session, prediction].join("\n")
  .replaceAll("http://127.0.0.1:8080", url)
  .replace(/^(\S.*?) +\/\/ (["[{\d].*|true|false)$/gm, (_, expression, value) =>
    `check(${expression}, ${value}, ${JSON.stringify(expression)})`)

/** The page of the README, which clicks and then reports the text of its list items. */
export const page = url => code("html")[0].replace("http://127.0.0.1:8080", url).replace("</script>", `
  soup.click()
  const shown = [...document.querySelectorAll("li")].map(item => item.textContent).join()
  fetch("/result", { method: "POST", body: JSON.stringify(shown) })
</script>`)
