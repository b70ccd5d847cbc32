export interface ServerEvent {
  event: string
  data: string
}

/** The events of a stream (WHATWG HTML, server-sent events). Comments are events without a name. */
export async function* events(chunks: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  let rest = ""
  for await (const chunk of chunks) {
    const blocks = (rest + chunk).split("\n\n")
    rest = blocks.pop()!
    for (const block of blocks) yield eventOf(block)
  }
}

function eventOf(block: string): ServerEvent {
  // The flag `s` is necessary because JSON can contain an unescaped U+2028.
  const fields = block.split("\n").map(line => /^(\w*): ?(.*)$/s.exec(line))
  const values = (name: string) => fields.flatMap(field => (field?.[1] === name ? [field[2]!] : []))
  return { event: values("event")[0] ?? "", data: values("data").join("\n") }
}

/** The text of a response in chunks. Calls `alive` for each chunk. */
export async function* textOf(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      alive()
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
