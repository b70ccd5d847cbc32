// Follows a session through its history, to tell whether undo and redo lead anywhere. The session itself denies both to
// everybody if its app denies them to clients.

export class UndoLine {
  #oldest = null
  /** The revision whose state the session has. */
  #shown = null
  /** Maps each revision to the one whose state it has. */
  #states = new Map()
  #undone = []

  get can() { return { undo: this.#shown !== this.#oldest, redo: this.#undone.length > 0 } }

  /** Takes the next entry of the log. */
  take(entry) {
    this.#shown ??= this.#oldest = entry.revision === 2 ? 1 : entry.revision
    if (entry.revision !== this.#oldest) this.#follow(entry)
    this.#states.set(entry.revision, this.#shown)
  }

  #follow({ revision, type, action, reason }) {
    if (type === "undo") this.#repeat(action, () => this.#undo())
    else if (type === "redo") this.#repeat(action, () => { this.#shown = this.#undone.pop() ?? this.#shown })
    // Neither the outputs of the creation nor a refused timer is a step.
    else if (type !== "start" && !reason) {
      this.#shown = revision
      this.#undone = []
    }
  }

  #repeat({ steps = 1 }, move) { for (let step = 0; step < steps && step < this.#states.size; step += 1) move() }

  #undo() {
    if (this.#shown === this.#oldest) return
    this.#undone.push(this.#shown)
    this.#shown = this.#states.get(this.#shown - 1) ?? this.#oldest
  }
}
