import type { Action, Container, Step } from "../session.js"

/** What an action will do: the tree after it, or its refusal. */
export type Prediction = { steps: Step[]; root: Container } | { refused: true }

/** Predicts actions by the definition of an app. */
export interface Predictor {
  /** Returns undefined where the definition alone does not decide. `makeID` makes provisional ids. */
  predict(root: Container, action: Action, makeID: () => string): Prediction | undefined
  /** Whether an action leaves the navigation as it is, whatever it does to the data. */
  keepsNavigation(action: Action): boolean
}

/** Predicts nothing. */
export const noPredictor: Predictor = { predict: () => undefined, keepsNavigation: () => false }
