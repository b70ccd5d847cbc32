import { connect } from "@navstate/client"
import { useSelected, useStack } from "@navstate/client/react"

// The form of the output of `navstate generate typescript`.
export interface Kiosk {
  routes: { home: {}; dish: { id: string; size?: "s" | "m" } }
  actions: { addGuest: { n: number }; clear: {} }
  data: { guests: number }
  states: { dish: { count: number } }
  outputs: { ordered: { total: number } }
}

const nav = await connect<Kiosk>({ url: "http://127.0.0.1:8080", app: "kiosk" })

// Valid uses.
const receipt = await nav.push("dish", { id: "soup", size: "m" })
receipt.revision.toFixed()
nav.push("home")
nav.push("dish", { id: "soup" }, { target: "root" })
nav.actions.addGuest({ n: 1 })
nav.actions.clear()
nav.setParams({ size: "s" })
nav.popTo({ index: 0 })
nav.data.guests.toFixed()
if (nav.current.route === "dish") nav.current.state.count.toFixed() + nav.current.params.id.trim()
nav.subscribe(({ outputs }) => outputs.forEach(({ name, value }) => name === "ordered" && value.total.toFixed()))
useSelected(nav, snapshot => snapshot.data.guests).toFixed()
useStack(nav).screens.map(({ key, route }) => key.trim() + route.trim())
const keys: string[] = [nav.current.key, ...nav.navigation.screens.map(({ key, content }) => content?.screens[0]?.key ?? key)]
keys.concat(nav.presented.map(({ screen }) => screen.key))
nav.setState({ count: 1 }, { source: nav.current.id })

// Invalid uses.
// @ts-expect-error: no such route
nav.push("dissh", { id: "soup" })
// @ts-expect-error: `id` is missing
nav.push("dish")
// @ts-expect-error: `id` is a string
nav.push("dish", { id: 1 })
// @ts-expect-error: no such size
nav.push("dish", { id: "soup", size: "xl" })
// @ts-expect-error: no such param
nav.replace("home", { id: "soup" })
// @ts-expect-error: no such action
nav.actions.addGuests({ n: 1 })
// @ts-expect-error: `n` is missing
nav.actions.addGuest()
// @ts-expect-error: `n` is a number
nav.actions.addGuest({ n: "1" })
// @ts-expect-error: no such data
nav.data.gests
// @ts-expect-error: no such state
if (nav.current.route === "home") nav.current.params.id
// @ts-expect-error: no such style
nav.present("dish", { id: "soup" }, { style: "modal" })
// @ts-expect-error: no such connection state
nav.connection === "online"
