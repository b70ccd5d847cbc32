import type { NavstateProblem } from "./problem.js"

/** Pauses between attempts: doubling from 0.25 s to 30 s, randomly reduced by up to half; at least `retryAfter`. */
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

  /** Ends the current pause, unless the server requested it. */
  wake(): void {
    if (!this.isFixed) this.finish()
  }

  /** Ends the current pause. */
  end(): void {
    this.finish()
  }

  /** Restarts with short pauses. */
  reset(): void {
    this.attempts = 0
  }
}
