import type { Names } from "../keys.js"
import type { Action, Container, Step } from "../session.js"
import type { Route } from "./definition.js"

/** An action's effect. */
export interface Prediction {
  steps: Step[]
  /** The tree after it. */
  root: Container
  isRefused: boolean
}

/** Predicts actions by the definition of an app. */
export interface Predictor {
  readonly routes: Record<string, Route>
  /** Returns undefined if the definition is not sufficient. `makeID` makes provisional ids. */
  predict(root: Container, action: Action, makeID: () => string): Prediction | undefined
  /** Whether an action does not change the navigation. */
  keepsNavigation(action: Action): boolean
  /** Whether only a backend can send an action. */
  isForBackend(action: Action): boolean
  /** Finds the server's ids of a predicted tree. If `isExact`, both trees must be equal otherwise. */
  pair(predicted: Container, confirmed: Container, names: Names, isExact: boolean): void
  /** A copy of a tree in which ids are replaced. */
  renamed(root: Container, names: Names): Container
}

/** Predicts nothing. */
export const noPredictor: Predictor = {
  routes: {}, predict: () => undefined, keepsNavigation: () => false, isForBackend: () => false, pair: () => {},
  renamed: root => root,
}
