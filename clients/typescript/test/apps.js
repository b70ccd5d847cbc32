/** The app of most tests: a stack with a sheet, and an action of its own. */
export const kiosk = {
  app: "kiosk", version: 1,
  data: { guests: 0 },
  root: { kind: "stack", routes: ["menu", "dish", "order"], initial: "menu" },
  actions: { addGuest: { args: { n: "integer" }, do: { set: { "data.guests": "data.guests + args.n" } } } },
  routes: {
    menu: { path: "/" },
    dish: { path: "/dish/:id", params: { id: "string", size: "string?" } },
    order: { guard: { when: "data.guests > 0", message: "Nobody has sat down." } },
    help: { as: "sheet" },
  },
}
