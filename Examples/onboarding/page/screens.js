/** The parts of each screen, by its route. */
export const screens = ({ nav, params, state, text, button, form, signIn, showCode }) => ({
  welcome: () => [
    button("Begin", () => nav.push("name")), button("Settings", () => nav.push("settings")),
    button("Help", () => nav.present("help")),
  ],
  help: () => [text(`Help: ${params.topic}`)],
  name: () => form(["name"], nav.actions.saveName),
  address: () => form(["city"], nav.actions.saveAddress),
  plans: () => ["free", "pro"].map(id => button(id, () => nav.present("plan", { id }))),
  offers: () => ["free", "pro"].map(id => button(id, () => nav.present("plan", { id }))), // `plans`, by its name in version 2
  plan: () => [text(`Plan: ${params.id}`), button("Choose", () => nav.actions.choose())],
  signIn: () => form(["user", "password"], signIn),
  terms: () => [button("Accept", () => nav.actions.accept())],
  payment: () => [
    text(`Payment: ${state.status}`), button("Pay", () => nav.actions.pay()),
    button("Help", () => nav.present("help", { topic: "payment" })),
  ],
  done: () => [text(`Receipt: ${nav.data.receipt}`), button("Settings", () => nav.push("settings"))],
  settings: () => [
    text(`Language: ${nav.data.locale}`), button("Language", () => nav.present("language")),
    button("Second device", showCode),
    ...nav.appVersion >= 2 ? [text(`News: ${nav.data.news}`), button("News", () => nav.actions.subscribe())] : [],
  ],
  language: () => ["en", "de"].map(locale => button(locale, () => nav.actions.pick({ locale }))),
})
