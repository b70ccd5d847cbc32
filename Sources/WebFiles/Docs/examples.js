// Examples of a request, for a shell with curl and for JavaScript. `N` is the address of the server, `ID` that of a
// session and `TOKEN` the token, in both languages.

const plain = value => typeof value === "string" ? value : JSON.stringify(value)

/** The examples of an operation of the OpenAPI document, as texts. */
export function examplesOf({ method, path, parameters, operation }) {
  const inPath = Object.fromEntries(parameters.filter(each => each.in === "path").map(each => [each.name, each.example]))
  const query = parameters.filter(each => each.in === "query" && each.required)
    .map(({ name, example }) => `${name}=${example === undefined ? "" : plain(example)}`)
  const address = path.replace(/{(\w+)}/g, (_, name) => inPath[name] === undefined ? "$ID" : plain(inPath[name]))
    + (query.length > 0 ? "?" + query.join("&") : "")
  const request = { method, address, hasToken: "security" in operation, body: bodyOf(operation), result: resultOf(operation) }
  return { curl: curl(request), javascript: javaScript(request) }
}

function bodyOf({ requestBody }) {
  if (!requestBody) return null
  const [[type, { example }]] = Object.entries(requestBody.content)
  return example !== undefined || requestBody.required ? { type, example } : null
}

/** The media type of a successful response. */
function resultOf({ responses }) {
  const [, response] = Object.entries(responses).find(([status]) => status < "400") ?? []
  return Object.keys(response?.content ?? {})[0]
}

function curl({ method, address, hasToken, body, result }) {
  const lines = [`curl -s${result === "text/event-stream" ? "N" : ""}${method === "GET" ? "" : ` -X ${method}`} "$N${address}"`]
  if (hasToken) lines.push('-H "Authorization: Bearer $TOKEN"')
  if (body) lines.push(`-H 'Content-Type: ${body.type}'`, curlBody(body))
  return lines.join(" \\\n  ")
}

function curlBody({ example }) {
  if (example === undefined) return "--data-binary @session.ndjson"
  return `-d '${JSON.stringify(example).replaceAll("'", "'\\''").replaceAll("{id}", "'\"$ID\"'")}'`
}

function javaScript({ method, address, hasToken, body, result }) {
  const url = `${"`${N}"}${address.replaceAll("$ID", "${ID}")}`
  // An EventSource cannot send a token, and has a ticket instead.
  if (result === "text/event-stream" && address.startsWith("/v1/sessions/")) {
    return `const events = new EventSource(${url}?ticket=\${TICKET}\`)\n`
      + 'events.addEventListener("change", ({ data }) => console.log(JSON.parse(data)))'
  }
  const options = method === "GET" ? [] : [`method: "${method}"`]
  const fields = [hasToken && "Authorization: `Bearer ${TOKEN}`", body && `"Content-Type": "${body.type}"`].filter(Boolean)
  if (fields.length === 1) options.push(`headers: { ${fields[0]} }`)
  if (fields.length > 1) options.push(`headers: {\n    ${fields.join(",\n    ")},\n  }`)
  if (body) options.push(body.example === undefined ? "body: file" : `body: JSON.stringify(${literal(body.example)})`)
  const block = options.length > 0 ? `, {\n  ${options.join(",\n  ")},\n}` : ""
  return `const response = await fetch(${url}\`${block})\n${reading(result)}`
}

/** A JSON value as a literal of JavaScript, with names without quotes if possible. */
function literal(value) {
  if (value === "{id}") return "ID"
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  const members = Object.entries(value)
    .map(([name, member]) => `${/^[A-Za-z_]+$/.test(name) ? name : JSON.stringify(name)}: ${literal(member)}`)
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}"
}

function reading(type) {
  if (!type) return "console.log(response.status)"
  if (/[/+]json$/.test(type)) return "const result = await response.json()"
  if (type !== "text/event-stream") return "const text = await response.text()"
  return "for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) console.log(chunk)"
}
