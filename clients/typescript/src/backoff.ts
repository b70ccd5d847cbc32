import { NavstateProblem } from "./problem.js"

/** Pauses between attempts: doubling from 0.25 s to 30 s, reduced at random by up to a half, or as the server asks. */
export class Backoff {
  private attempts = 0
  private wakeUp: (() => void) | undefined

  constructor(private readonly longest = 30_000) {}

  /** Waits before the next attempt, until `wake` and for `most` milliseconds at most. */
  pause(problem?: NavstateProblem, most = Infinity): Promise<void> {
    const bound = Math.min(this.longest, 250 * 2 ** this.attempts++)
    const jittered = bound * (1 - Math.random() / 2)
    const time = Math.min(Math.max(jittered, (problem?.retryAfter ?? 0) * 1000), most + 1)
    return new Promise(resolve => {
      const timer = setTimeout(() => this.wake(), time)
      this.wakeUp = () => {
        clearTimeout(timer)
        this.wakeUp = undefined
        resolve()
      }
    })
  }

  /** Ends the current pause. */
  wake(): void {
    this.wakeUp?.()
  }

  /** Begins with short pauses again. */
  reset(): void {
    this.attempts = 0
  }
}
