/** Pauses between attempts: doubling from 0.25 s to 30 s, reduced at random by up to a half, or as the server asks. */
export class Backoff {
    constructor(longest = 30000) {
        this.longest = longest;
        this.attempts = 0;
    }
    /** Waits before the next attempt, until `wake` and for `most` milliseconds at most. */
    pause(problem, most = Infinity) {
        const bound = Math.min(this.longest, 250 * 2 ** this.attempts++);
        const jittered = bound * (1 - Math.random() / 2);
        const time = Math.min(Math.max(jittered, (problem?.retryAfter ?? 0) * 1000), most + 1);
        return new Promise(resolve => {
            const timer = setTimeout(() => this.wake(), time);
            this.wakeUp = () => {
                clearTimeout(timer);
                this.wakeUp = undefined;
                resolve();
            };
        });
    }
    /** Ends the current pause. */
    wake() {
        this.wakeUp?.();
    }
    /** Begins with short pauses again. */
    reset() {
        this.attempts = 0;
    }
}
