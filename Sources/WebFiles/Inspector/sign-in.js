// Asks for a bearer token, in a dialog or instead of a view. The token stays in this tab.

import { dialog } from "./dialog.js"
import { h, setText } from "./dom.js"
import { setToken, token } from "./tokens.js"

const about = "The admin token opens everything, an operator's a part, a session token its session. It is kept until this tab is closed, " +
  "and sent to this server only."

/** Returns a form that sets the token and calls `entered()`. `more` are further buttons. */
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

/** Opens the dialog. Resolves to whether the token was set or removed. */
export const askForToken = () =>
  dialog("Token", close => {
    const forget = () => { setToken(""); close(true) }
    const forgetting = token() && h("button.quiet", { type: "button", onClick: forget }, "Forget it")
    return [h("p.muted", about), tokenForm(() => close(true), { autofocus: true }, forgetting).form]
  }).then(answer => answer === true)

/** Returns the form that replaces a view for which a token is necessary. */
export function signInView(entered) {
  const fault = h("p.fault", { id: "sign-in-fault", role: "alert" })
  const { form, field } = tokenForm(entered, { "aria-describedby": fault.id })
  return {
    element: h("section.welcome.sign-in", h("h1", "Sign in"), h("p.muted", about), form, fault),
    /** @param problem the problem of a request without a token, or with the former token */
    update(problem) {
      const isWrong = Boolean(token() && problem)
      setText(fault, isWrong ? problem.detail : "")
      field.ariaInvalid = String(isWrong)
    },
  }
}
