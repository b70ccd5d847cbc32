import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { extname, join, normalize } from "node:path"

const folders = {
  "/client/": new URL("../", import.meta.url).pathname, "/react/": "/usr/share/nodejs/react/umd/",
  "/react-dom/": "/usr/share/nodejs/react-dom/umd/",
}
const types = { ".js": "text/javascript", ".html": "text/html", ".json": "application/json" }
const chromium = ["chromium", "chromium-browser", "google-chrome"].find(name => !spawnSync(name, ["--version"]).error)

/** A static file server that receives the result of the test in a Chromium page. */
export class Browser {
  static async start() {
    const browser = new Browser()
    browser.pages = new Map()
    browser.server = createServer((request, response) => browser.answer(request, response))
    browser.server.listen(0, "127.0.0.1")
    await once(browser.server, "listening")
    browser.origin = `http://127.0.0.1:${browser.server.address().port}`
    return browser
  }

  async answer(request, response) {
    const { pathname } = new URL(request.url, this.origin)
    if (pathname === "/result") return this.report(request, response)
    const [prefix, folder] = Object.entries(folders).find(([prefix]) => pathname.startsWith(prefix)) ?? []
    const content = this.pages.get(pathname) ?? (folder && read(join(folder, normalize(pathname.slice(prefix.length)))))
    response.writeHead(content === undefined ? 404 : 200, { "Content-Type": types[extname(pathname)] ?? "text/plain" })
    response.end(content)
  }

  async report(request, response) {
    let text = ""
    for await (const data of request) text += data
    response.end()
    this.done(JSON.parse(text))
  }

  /** Opens a page and returns its reported result: null, or an error. The signal ends a page that reports nothing. */
  async run(path, signal) {
    const profile = mkdtempSync(join(tmpdir(), "navstate-chromium-"))
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${profile}`]
    const reported = new Promise(resolve => { this.done = resolve })
    const process = spawn(chromium, [...flags, this.origin + path], { stdio: "ignore", detached: true })
    const ended = once(process, "exit")
    const aborted = new Promise(resolve => signal?.addEventListener("abort", () => resolve("The page has reported nothing.")))
    try {
      return await Promise.race([reported, aborted, ended.then(() => "Chromium has ended.")])
    } finally {
      globalThis.process.kill(-process.pid, "SIGKILL")
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 20 })
    }
  }

  async stop() {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, "close")
  }
}

function read(path) {
  try { return readFileSync(path) } catch { return undefined }
}
