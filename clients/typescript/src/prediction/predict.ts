import type { Action, Container } from "../session.js"
import { Definition, Refusal, Rules, Undecided, refuse, undecided } from "./definition.js"
import { Draft } from "./draft.js"
import { depthOf } from "./find.js"
import { checkHooks, keepsNavigation } from "./logic.js"
import { perform } from "./navigator.js"
import { pair, renamed } from "./pairing.js"
import type { Prediction, Predictor } from "./predictor.js"
import { checkMembers } from "./reading.js"

/** The size as JSON from which on the server's limit of a session's state may refuse an action. */
const largest = 200_000

/** Predicts navigation actions by the rules of the server. */
export class DefinitionPredictor implements Predictor {
  readonly pair = pair
  readonly renamed = renamed
  private readonly rules: Rules

  constructor(private readonly definition: Definition, maxTreeDepth: number) {
    this.rules = new Rules(definition, maxTreeDepth)
  }

  predict(root: Container, action: Action, makeID: () => string): Prediction | undefined {
    try {
      const draft = new Draft(this.rules, root, makeID)
      checkMembers(action)
      perform(draft, action)
      this.checkLimits(root, draft)
      checkHooks(this.definition, draft, action)
      return { steps: draft.steps, root: draft.root, isRefused: false }
    } catch (error) {
      if (error instanceof Refusal) return { steps: [], root, isRefused: true }
      if (error instanceof Undecided) return undefined
      throw error
    }
  }

  keepsNavigation(action: Action): boolean {
    return keepsNavigation(this.definition, action)
  }

  private checkLimits(root: Container, draft: Draft): void {
    if (JSON.stringify(draft.root).length > largest) undecided()
    if (draft.entering.length === 0) return
    const depth = depthOf(draft.root)
    if (depth > this.rules.maxTreeDepth && depth > depthOf(root)) refuse(true)
  }
}
