// A list of names and their values.

import { h } from "./dom.js"

/** @param rows pairs of a name and a text */
export const definitions = rows => h("dl", rows.map(([name, text]) => h("div", h("dt", name), h("dd", text))))
