import { h, replace } from "../ui/dom.js"
import { fill, prose } from "./content.js"
import { examplesOf } from "./examples.js"
import { Schemas } from "./schemas.js"
import { taskOf, tasks } from "./tasks.js"

const methods = ["get", "put", "post", "patch", "delete"]

function routesOf({ paths }) {
  // The paths by key are those of the session, which the page says once.
  const listed = Object.entries(paths).filter(([path]) => !path.startsWith("/v1/apps/{app}/sessions/"))
  return listed.flatMap(([path, item]) => methods.filter(method => item[method]).map(method => {
    const operation = item[method]
    const parameters = [...item.parameters ?? [], ...operation.parameters ?? []]
    return { method: method.toUpperCase(), path, task: taskOf(path), parameters, operation }
  }))
}

const codesIn = response => [...response?.description.matchAll(/`([^`]+)`/g) ?? []].map(match => match[1])

/** The codes of an operation's own problems: those that not every response can have. */
function problemsOf({ responses }, everywhere) {
  const codes = Object.entries(responses).filter(([status]) => status >= "400").flatMap(([status, response]) => {
    const common = codesIn(everywhere[`Problem.${status}`])
    return response.$ref ? [] : codesIn(response).filter(code => !common.includes(code))
  })
  // Some are sent with two statuses.
  return [...new Set(codes)]
}

function article(route, schemas, everywhere) {
  const { method, path, parameters, operation } = route
  const id = operation.operationId
  const { curl, javascript } = examplesOf(route)
  return h("article", { id },
    h("div",
      h("h3", h("a", { href: `#${id}` }, prose(operation.summary))),
      h("p.path", h("code", `${method} ${path}`)),
      operation.description && h("p", prose(operation.description)),
      parameters.length > 0 && h("table", parameters.map(row)),
      body(operation.requestBody, schemas), answers(operation, schemas), problems(problemsOf(operation, everywhere))),
    h("div.example", h("pre.curl", h("code", curl)), h("pre.javascript", h("code", javascript))))
}

const row = ({ name, in: place, required, description }) => h("tr",
  h("th", h("code", name)), h("td", place + (required ? "" : ", optional")), h("td", prose(description)))

function body(requestBody, schemas) {
  return Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => schemas.body(schema, `Request, ${type}`))
}

function answers({ responses }, schemas) {
  const rows = Object.entries(responses).filter(([status]) => status < "400").map(([status, { description, content = {} }]) => h("tr",
    h("th", status),
    h("td", prose(description), Object.entries(content).map(([type, { schema }]) => schemas.body(schema, type)))))
  return h("table.answers", rows)
}

function problems(codes) {
  if (codes.length === 0) return null
  const links = codes.flatMap((code, index) => [index > 0 && ", ", h("a", { href: `problems/${code}` }, code)])
  return h("details", h("summary", `${codes.length} ${codes.length === 1 ? "problem" : "problems"}`), links)
}

function area({ title, problems }) {
  const rows = problems.map(({ code, statuses, meaning, remedy }) => h("tr",
    h("th", h("a", { href: `problems/${code}` }, h("code", code))), h("td", statuses.join(", ")),
    h("td", prose(meaning), " ", prose(remedy))))
  return [h("h3", title), h("table", rows)]
}

function contents(sections) {
  const name = summary => prose(summary.replace(/^Sends? the action (?=`)/, ""))
  const links = sections.map(([task, title, , routes]) => [
    h("a", { href: `#${task}` }, title),
    h("ul", routes.map(({ operation }) => h("li", h("a", { href: `#${operation.operationId}` }, name(operation.summary)))))])
  return [links, h("a", { href: "#objects" }, "Objects"), h("a", { href: "#problems" }, "Problems")]
}

await fill("openapi.json", api => {
  const schemas = new Schemas(api.components.schemas)
  const routes = routesOf(api)
  const sections = tasks.map(task => [...task, routes.filter(route => route.task === task[0])])
  replace(document.querySelector("nav"), contents(sections))
  return [
    sections.map(([task, title, lead, routes]) => h("section",
      h("h2", { id: task }, title), h("p.lead", lead),
      routes.map(route => article(route, schemas, api.components.responses)))),
    h("section", h("h2", { id: "objects" }, "Objects"), schemas.objects()),
    h("section", h("h2", { id: "problems" }, "Problems"), api["x-problems"].map(area)),
  ]
})
// The element of the address is there only now.
document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView({ behavior: "instant" })
