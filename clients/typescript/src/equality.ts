/** Whether two JSON values are equal; the order of members is ignored. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [members, others] = [present(one), present(other)]
  return members.length === others.length
    && members.every(([name, value]) => has(other, name) && isEqual(value, (other as Record<string, unknown>)[name]))
}

const present = (value: object) => Object.entries(value).filter(([, member]) => member !== undefined)

/** Whether an object has an own property. */
export const has = (value: object, name: string): boolean => Object.prototype.hasOwnProperty.call(value, name)
