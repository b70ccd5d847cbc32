import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach } from "node:test"
import { connect as connected } from "../dist/index.js"

const root = new URL("../../../", import.meta.url).pathname
const binary = process.env.NAVSTATE_BINARY ?? join(root, ".build/release/navstate")
export const admin = "admin-" + "0".repeat(32)

const clients = []
afterEach(() => clients.splice(0).forEach(client => client.close()))

/** A client that ends with its test, also if that fails. */
export async function connect(options) {
  const client = await connected(options)
  clients.push(client)
  return client
}

/** A server process with its own data folder, and with a port that stays the same after a restart. */
export class Server {
  constructor({ options = [], isOpen = true } = {}) {
    this.options = options
    this.isOpen = isOpen
    this.folder = mkdtempSync(join(tmpdir(), "navstate-client-"))
  }

  static async start(options) {
    const server = new Server(options)
    server.port = await freePort()
    server.url = `http://127.0.0.1:${server.port}`
    return server.launch()
  }

  async launch() {
    const command = ["serve", "--port", this.port, "--data", join(this.folder, "data"), ...this.options]
    const environment = { ...process.env, SWIFT_BACKTRACE: "enable=no" }
    if (!this.isOpen) environment.NAVSTATE_ADMIN_TOKEN = admin
    this.process = spawn(binary, command.map(String), { env: environment, stdio: ["ignore", "ignore", "pipe"] })
    this.log = ""
    this.process.stderr.on("data", data => { this.log = (this.log + data).slice(-4000) })
    while (!(await fetch(`${this.url}/readyz`).then(response => response.ok, () => false))) {
      if (this.process.exitCode !== null) throw new Error(`the server has ended: ${this.log}`)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    return this
  }

  async kill(signal = "SIGKILL") {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const ended = once(this.process, "exit")
      this.process.kill(signal)
      await ended
    }
  }

  async restart() {
    await this.kill()
    return this.launch()
  }

  async stop() {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Sends a request as the administrator. Returns the response parsed as JSON. */
  async call(method, path, body) {
    const headers = { "Content-Type": "application/json", ...(this.isOpen ? {} : { Authorization: `Bearer ${admin}` }) }
    const response = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) })
    const text = await response.text()
    return text ? JSON.parse(text) : undefined
  }

  define(app) {
    return this.call("PUT", `/v1/apps/${app.app}`, app)
  }

  read(session) {
    return this.call("GET", `/v1/sessions/${session}`)
  }
}

export async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1")
  await once(listener, "listening")
  const { port } = listener.address()
  listener.close()
  await once(listener, "close")
  return port
}

/** Resolves when a condition holds after a change of a client. */
export function until(nav, condition) {
  if (condition(nav)) return Promise.resolve()
  return new Promise(resolve => {
    const end = nav.subscribe(() => {
      if (!condition(nav)) return
      end()
      resolve()
    })
  })
}

/** A tree without keys, as the server returns it. */
export const bare = tree => JSON.parse(JSON.stringify(tree, (name, value) => (name === "key" ? undefined : value)))
