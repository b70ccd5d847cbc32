// The screens of the app `routing`: a text field, and the buttons for the next steps of the flow.

const ways = { openFirst: "Open first", openSecond: "Open second", openModal: "Open modal", finish: "Finish" }

export function routingScreen({ id, route, state }, controls) {
  const write = text => ({ type: "screen", id, action: { type: "edit", text } })
  return [
    controls.text(`text-${id}`, `Text of ${route} ${id}`, state?.text ?? "", write, { placeholder: "Text" }),
    Object.entries(ways).map(([type, label]) => controls.button(`${type}-${id}`, label, { type })),
  ]
}
