// Asks for a bearer token. It stays in this tab.

import { dialog } from "./dialog.js"
import { h } from "./dom.js"
import { setToken, token } from "./tokens.js"

/** → whether something changed. */
export const askForToken = () =>
  dialog("Token", close => {
    const field = h("input", { type: "password", id: "token", autocomplete: "off", autofocus: true, value: token() })
    const keep = text => { setToken(text.trim()); close(true) }
    return h("form", { onSubmit: event => { event.preventDefault(); keep(field.value) } },
      h("p", "The admin's, or a session's own. It is kept until this tab is closed, and sent to this server only."),
      h("label", { for: "token" }, "Bearer token"), field,
      h("div.row.end",
        token() && h("button.quiet", { type: "button", onClick: () => keep("") }, "Forget it"),
        h("button.primary", "Use this token")))
  }).then(answer => answer === true)
