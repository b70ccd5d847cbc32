import { isEqual } from "../equality.js"
import type { Names } from "../keys.js"
import type { Action, Container } from "../session.js"
import { Definition, Refusal, Rules, Undecided, refuse, undecided } from "./definition.js"
import { Draft } from "./draft.js"
import { depthOf } from "./find.js"
import { checkHooks, isForBackend, keepsNavigation } from "./logic.js"
import { perform } from "./navigator.js"
import { pair, renamed } from "./pairing.js"
import type { Prediction, Predictor } from "./predictor.js"
import { checkMembers } from "./reading.js"

/** The JSON size above which the server's limit of a session's state may refuse an action. */
const largest = 200_000

/** Predicts navigation actions by the rules of the server. */
export class DefinitionPredictor implements Predictor {
  readonly renamed = renamed
  /** Whether a prediction was wrong: the server runs another definition, as after a migration. */
  private isOutdated = false
  private readonly rules: Rules

  constructor(private readonly definition: Definition, maxTreeDepth: number) {
    this.rules = new Rules(definition, maxTreeDepth)
  }

  get routes() { return this.definition.routes }

  predict(root: Container, action: Action, makeID: () => string): Prediction | undefined {
    if (this.isOutdated) return undefined
    try {
      const draft = new Draft(this.rules, root, makeID)
      checkMembers(action)
      perform(draft, action)
      this.checkLimits(root, draft)
      checkHooks(this.definition, draft, action, root)
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

  isForBackend(action: Action): boolean {
    return isForBackend(this.definition, action)
  }

  pair(predicted: Container, confirmed: Container, names: Names, isExact: boolean): void {
    pair(predicted, confirmed, names)
    if (isExact && !isEqual(withoutKeys(renamed(predicted, names)), withoutKeys(confirmed))) this.isOutdated = true
  }

  private checkLimits(root: Container, draft: Draft): void {
    if (JSON.stringify(draft.root).length > largest) undecided()
    if (draft.entering.length === 0) return
    const depth = depthOf(draft.root)
    if (depth > this.rules.maxTreeDepth && depth > depthOf(root)) refuse(true)
  }
}

const withoutKeys = (root: Container): unknown =>
  JSON.parse(JSON.stringify(root, (name, value) => (name === "key" ? undefined : value)))
