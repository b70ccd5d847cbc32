// Asks for a bearer token, in a dialog or in the place of a view. The token stays in this tab.

import { dialog } from "./dialog.js"
import { h, setText } from "./dom.js"
import { setToken, token } from "./tokens.js"

const about = "The admin token opens everything, a session token its session. It is kept until this tab is closed, " +
  "and sent to this server only."

/** `entered()` is called with a new token set; `more` are other buttons. */
function tokenForm(entered, props, more) {
  const field = h("input", { type: "password", autocomplete: "off", required: true, ...props })
  const onSubmit = event => {
    event.preventDefault()
    setToken(field.value.trim())
    entered()
  }
  const form = h("form", { "aria-label": "Sign in", onSubmit },
    h("label.labelled", "Bearer token", field), h("div.row.end", more, h("button.primary", "Sign in")))
  return { form, field }
}

/** → whether something changed. */
export const askForToken = () =>
  dialog("Token", close => {
    const forget = () => { setToken(""); close(true) }
    const forgetting = token() && h("button.quiet", { type: "button", onClick: forget }, "Forget it")
    return [h("p.muted", about), tokenForm(() => close(true), { autofocus: true }, forgetting).form]
  }).then(answer => answer === true)

/** The form in the place of a view that needs a token. */
export function signInView(entered) {
  const fault = h("p.fault", { id: "sign-in-fault", role: "alert" })
  const { form, field } = tokenForm(entered, { "aria-describedby": fault.id })
  return {
    element: h("section.welcome.sign-in", h("h1", "Sign in"), h("p.muted", about), form, fault),
    /** `problem`: the server's answer without a token, or with the former one. */
    update(problem) {
      const isWrong = Boolean(token() && problem)
      setText(fault, isWrong ? problem.detail : "")
      field.ariaInvalid = String(isWrong)
    },
  }
}
