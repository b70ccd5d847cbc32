async path => {
  const { events } = await import("/ui/events.js")
  const abort = new AbortController()
  const [states, heard] = [[], []]
  const onEvent = ({ id }) => {
    heard.push(id)
    if (heard.length === 2) abort.abort()
    throw new Error("in the listener")
  }
  await events(path, { last: "1", onEvent, onState: state => states.push(state), signal: abort.signal })
  return [states.slice(0, 2), heard]
}
