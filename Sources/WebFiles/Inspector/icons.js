// Icons for symbols that not every font contains.

import { svg } from "./dom.js"

const paths = {
  first: "M4 3v10M12 3 7 8l5 5z", back: "M10 3 5 8l5 5", play: "M5 3l8 5-8 5z", pause: "M6 3v10M11 3v10",
  forth: "M6 3l5 5-5 5", last: "M12 3v10M4 3l5 5-5 5z",
}

export const icon = name =>
  svg("svg", { class: "glyph", viewBox: "0 0 16 16", width: 16, "aria-hidden": true }, svg("path", { d: paths[name] }))
