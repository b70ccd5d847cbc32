export const { createElement, useSyncExternalStore } = globalThis.React
