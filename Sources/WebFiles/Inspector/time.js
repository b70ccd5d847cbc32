// Formats times as text.

const steps = [[60, 1, "s"], [3600, 60, "min"], [86_400, 3600, "h"], [Infinity, 86_400, "d"]]

/** Formats the time between now and `at`, before or after it: "12 s", "3 min". */
export function distance(at, now = Date.now()) {
  const seconds = Math.abs(now - Date.parse(at)) / 1000
  const [, unit, name] = steps.find(([limit]) => seconds < limit)
  return `${Math.floor(seconds / unit)} ${name}`
}

/** Formats the time until `at` for a countdown: "3.2 s", "1:05", "2 h". */
export function countdown(at, now = Date.now()) {
  const seconds = Math.max(0, (Date.parse(at) - now) / 1000)
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`
  return distance(at, now)
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23",
})
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" })

export const clockTime = at => clock.format(new Date(at))
export const dateTime = at => date.format(new Date(at))
