// The part of React that the hooks use, so that the build needs no package of types.
export function useSyncExternalStore<Value>(
  subscribe: (listener: () => void) => () => void, read: () => Value, readOnServer?: () => Value,
): Value
