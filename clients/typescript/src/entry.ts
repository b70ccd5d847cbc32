import type { Receipt } from "./app.js"
import type { NavstateProblem } from "./problem.js"
import type { Prediction } from "./prediction/predictor.js"
import type { Action } from "./session.js"

/** The stored members of an entry. */
export interface StoredEntry {
  /** The idempotency key: the server performs a request with it once. */
  key: string
  /** Orders the entries of all pages: milliseconds since 1970, at least one more than the entry before. */
  order: number
  /** The time of the call in milliseconds since 1970, by this device's clock. */
  at: number
  path: "actions" | "undo" | "redo" | "amend"
  action: Action
  /** Whether it may have reached the server. */
  isSent: boolean
  /** The provisional ids of the screens and containers that its prediction makes. */
  ids: string[]
}

/** A change without a response, or whose revision is not yet part of the confirmed state. */
export interface Entry extends StoredEntry {
  /** Whether an earlier page may have sent it, so that the confirmed state may include it. */
  isAdopted: boolean
  /** Whether the outcome of its request is unknown. */
  isInDoubt: boolean
  receipt?: Receipt
  prediction?: Prediction
  promise: Promise<Receipt>
  resolve(receipt: Receipt): void
  reject(problem: NavstateProblem): void
}

export function entryOf(stored: StoredEntry, isAdopted = false): Entry {
  let settle!: Pick<Entry, "resolve" | "reject">
  const promise = new Promise<Receipt>((resolve, reject) => { settle = { resolve, reject } })
  // Subscribers are also notified of a refusal, so a caller may ignore the promise.
  promise.catch(() => {})
  return { ...stored, isAdopted, isInDoubt: false, promise, ...settle }
}

/** A random text of 32 characters. */
export function randomKey(): string {
  const empty = new Uint8Array(16)
  const bytes = globalThis.crypto?.getRandomValues(empty) ?? empty.map(randomByte)
  return Array.from(bytes, byte => byte.toString(36).padStart(2, "0")).join("")
}

const randomByte = () => Math.floor(Math.random() * 256)
