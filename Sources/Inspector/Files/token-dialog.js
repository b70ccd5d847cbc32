// Asks for a bearer token. It stays in this tab.

import { dialog } from "./dialog.js"
import { h } from "./dom.js"
import { setToken, token } from "./tokens.js"

/** → whether something changed. */
export const askForToken = () =>
  dialog("Token", close => {
    const field = h("input", { 
      type: "password", autocomplete: "off", spellcheck: "false", autofocus: true, value: token() ?? "", id: "token-field",
    })
    const keep = text => { setToken(text.trim()); close(true) }
    return h("form", { onSubmit: event => { event.preventDefault(); keep(field.value) } },
      h("p", {}, "The admin's token opens everything; a session's own token opens that session. ",
        "It is kept in this tab until the tab is closed, and sent to this server only."),
      h("label", { for: "token-field" }, "Bearer token"), field,
      h("footer.row.end", {},
        token() ? h("button", { type: "button", class: "quiet", onClick: () => keep("") }, "Forget it") : null,
        h("button.primary", {}, "Use this token")))
  }).then(answer => answer === true)
