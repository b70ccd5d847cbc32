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
  react: "React renders a push before the next task, and keeps the element when the server confirms it",
  history: "The address shows the current link, and the back button sends `goBack`",
  entries: "A predicted screen has an entry and an address before the server answers, also one without a path",
  unlinked: "Forward to a screen without a link opens nothing, and the browser returns to the current entry",
  leave: "After a reset with nothing to go back to, the back button leaves the page",
  sessions: "The address of one session is not opened in another one, unless asked for, and an ended client moves nothing",
  refresh: "After a reload, the session decides about the address, and the entries before the reload lead back",
  tabs: "Two tabs with a shared queue make each change once",
  full: "Changes take effect while `localStorage` is full, and the problem is reported once",
  reload: "Changes made without a network survive a reload of the page and take effect once",
}
for (const [name, sentence] of Object.entries(cases)) {
  test(sentence, { timeout: 60_000 }, async ({ signal }) => {
    assert.equal(await browser.run(`/client/test/pages/index.html?case=${name}&server=${server.url}`, signal), null)
  })
}
