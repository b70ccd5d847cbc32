export { connect } from "./connect.js"
export type { Options } from "./connect.js"
export { Nav } from "./nav.js"
export type { NavChange, Snapshot } from "./nav.js"
export { NavstateProblem } from "./problem.js"
export type { Fault } from "./problem.js"
export { MemoryStore } from "./store.js"
export type { Store } from "./store.js"
export type { Connection } from "./stream.js"
export type { Change } from "./replica.js"
export type { AmendReceipt, AppShape, AppTypes, CurrentOf, OutputOf, Receipt, ScreenOf } from "./app.js"
export type {
  Action, Attribution, Container, KeyedContainer, KeyedScreen, Kind, Params, Presented, Screen, Step, Style,
} from "./session.js"
