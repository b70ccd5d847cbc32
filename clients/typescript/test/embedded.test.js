import assert from "node:assert"
import { readFileSync, readdirSync } from "node:fs"
import { test } from "node:test"

const root = new URL("../../../", import.meta.url)

test("The client modules of the demo equal the compiled ones", () => {
  const folder = new URL("Sources/WebFiles/Demo/client/", root)
  for (const part of ["", "prediction/"]) {
    for (const name of readdirSync(new URL(part, folder)).filter(name => name.endsWith(".js"))) {
      const text = place => readFileSync(new URL(part + name, place), "utf8")
      assert.equal(text(folder), text(new URL("clients/typescript/dist/", root)), `${name}: run scripts/client embed`)
    }
  }
})
