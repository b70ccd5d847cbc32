import { once } from "node:events"
import { createServer, request } from "node:http"

/** An HTTP proxy that drops requests and responses at random, and can buffer each response until its end. */
export class Proxy {
  /** Starts a proxy. `share` is the probability of each fault. */
  static async start(target, random, share) {
    const proxy = new Proxy()
    Object.assign(proxy, { target: new URL(target), random, share, dropped: 0, sockets: new Set() })
    proxy.server = createServer((question, answer) => proxy.pass(question, answer))
    proxy.server.on("connection", socket => {
      proxy.sockets.add(socket)
      socket.on("close", () => proxy.sockets.delete(socket))
    })
    proxy.server.listen(0, "127.0.0.1")
    await once(proxy.server, "listening")
    proxy.url = `http://127.0.0.1:${proxy.server.address().port}`
    return proxy
  }

  pass(question, answer) {
    if (this.drops()) return question.socket.destroy()
    const { hostname, port } = this.target
    const { method, headers, url } = question
    const inner = request({ hostname, port, method, path: url, headers }, response => {
      // The server has performed the request; its response is lost.
      if (this.drops()) return this.end(question, inner)
      answer.writeHead(response.statusCode, response.headers)
      if (this.isBuffering) answer.cork()
      else answer.flushHeaders()
      response.on("data", data => {
        if (this.drops()) this.end(question, inner)
        else answer.write(data)
      })
      response.on("end", () => answer.end())
      response.on("error", () => question.socket.destroy())
    })
    inner.on("error", () => question.socket.destroy())
    answer.on("close", () => inner.destroy())
    question.pipe(inner)
  }

  end(question, inner) {
    inner.destroy()
    question.socket.destroy()
  }

  drops() {
    const isDropped = this.random.chance(this.share)
    if (isDropped) this.dropped++
    return isDropped
  }

  /** Closes all connections, and rejects new requests until `resume`. */
  pause() {
    this.share = 1
    this.sockets.forEach(socket => socket.destroy())
  }

  resume(share = 0) { this.share = share }

  async stop() {
    this.sockets.forEach(socket => socket.destroy())
    this.server.close()
    await once(this.server, "close")
  }
}
