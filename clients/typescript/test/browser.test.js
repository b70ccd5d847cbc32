import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { kiosk } from "./apps.js"
import { Browser } from "./browser.js"
import { Server } from "./server.js"

let browser, server
before(async () => {
  browser = await Browser.start()
  server = await Server.start({ options: ["--allow-origin", browser.origin] })
  await server.define(kiosk)
})
after(() => Promise.all([browser.stop(), server.stop()]))

const cases = {
  react: "React renders a tap before the next task, and keeps the element when the server confirms it",
  history: "the address and the back button follow the session",
  tabs: "two tabs with one queue make each change once",
  full: "changes made while `localStorage` is full are made, and the problem is told once",
  reload: "changes made without a network survive a reload of the page, and are made once",
}
for (const [name, sentence] of Object.entries(cases)) {
  test(sentence, async () => {
    assert.equal(await browser.run(`/client/test/pages/index.html?case=${name}&server=${server.url}`), null)
  })
}
