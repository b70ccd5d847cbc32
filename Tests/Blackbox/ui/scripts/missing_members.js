// Returns the names of the members of bodies that the page does not show at their operation.
async () => {
  const { paths, components: { schemas } } = await (await fetch("/openapi.json")).json()
  // At any depth of what is in the schema itself; the objects that it refers to have articles of their own.
  const members = ({ $ref, ...own }) => {
    const { properties = {}, items } = $ref ? schemas[$ref.split("/").at(-1)] : own
    const inner = [...Object.values(properties), ...items ? [items] : []].filter(schema => !schema.$ref)
    return [...Object.keys(properties), ...inner.flatMap(members)]
  }
  return Object.values(paths).flatMap(Object.values)
    .filter(({ operationId, tags }) => operationId && !tags.includes("sessions-by-key"))
    .flatMap(({ operationId, requestBody = {}, responses }) => {
      const answers = Object.entries(responses).filter(([status]) => status < "3").map(([, answer]) => answer)
      const text = document.getElementById(operationId).textContent
      return [requestBody, ...answers].flatMap(({ content = {} }) => Object.values(content))
        .flatMap(({ schema }) => members(schema)).filter(name => !text.includes(name)).map(name => [operationId, name])
    })
}
