import type { NavstateProblem } from "./problem.js"

/** Pauses between attempts: doubling from 0.25 s to 30 s, reduced at random by up to a half, or as the server asks. */
export class Backoff {
  private attempts = 0
  private finish = () => {}
  private isFixed = false

  /** Waits before the next attempt, for `most` milliseconds at most. */
  pause({ retryAfter = 0 }: Partial<NavstateProblem> = {}, most = Infinity): Promise<void> {
    const jittered = Math.min(30_000, 250 * 2 ** this.attempts++) * (1 - Math.random() / 2)
    this.isFixed = retryAfter > 0
    return new Promise(resolve => {
      const timer = setTimeout(resolve, Math.min(Math.max(jittered, retryAfter * 1000), most + 1))
      this.finish = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Ends the present pause, unless the server has asked for it. */
  wake(): void {
    if (!this.isFixed) this.finish()
  }

  /** Ends the present pause. */
  end(): void {
    this.finish()
  }

  /** Begins with short pauses again. */
  reset(): void {
    this.attempts = 0
  }
}
