import assert from "node:assert/strict"
import { mkdirSync, writeFileSync } from "node:fs"
import { after, before, test } from "node:test"
import { Browser } from "./browser.js"
import { code, component, definition, page, program } from "./readme.js"
import { Server } from "./server.js"

let browser, server
before(async () => {
  browser = await Browser.start()
  server = await Server.start({ options: ["--allow-origin", browser.origin] })
  await server.define(definition)
})
after(() => Promise.all([browser.stop(), server.stop()]))

test("The program of the README gives the values in its comments", async t => {
  const folder = new URL("../dist/readme/", import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL("kiosk.js", folder), `export const definition = ${JSON.stringify(definition)}`)
  writeFileSync(new URL("program.js", folder), `${program(server.url)}\nexport const clients = [nav, predicted]`)
  let checks = 0
  globalThis.check = (value, expected, expression) => {
    checks++
    assert.deepEqual(value, expected, expression)
  }
  const { clients } = await import(new URL("program.js", folder))
  clients.forEach(client => client.close())
  assert.equal(checks, 7)
})

test("The first page of the README has at most 15 lines, and renders within the click", async () => {
  assert.ok(code("html")[0].trim().split("\n").length <= 15)
  browser.pages.set("/first.html", page(server.url))
  assert.equal(await browser.run("/first.html"), "menu,dish")
})

test("The component of the README renders the screens", async () => {
  browser.pages.set("/readme/app.js", component)
  assert.equal(await browser.run(`/client/test/pages/index.html?case=readme&server=${server.url}`), null)
})
