import type { Values } from '../common/values.ts'

export type { Values }

export function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Settings of a configuration over those that it extends: lists are joined. */
export function mergeConfig(base: Values, own: Values): Values {
  return merge(base, own, (first, second) => [...first, ...second])
}

/** Settings of a language over those of the site: a list stands in place of the other. */
export function overlay(base: Values, own: Values): Values {
  return merge(base, own, (_first, second) => second)
}

function merge(base: Values, own: Values, lists: (first: unknown[], second: unknown[]) => unknown[]): Values {
  const merged = { ...base }
  for (const [key, value] of Object.entries(own)) {
    if (value === undefined || value === null) continue
    const existing = merged[key]
    if (Array.isArray(existing) && Array.isArray(value)) merged[key] = lists(existing, value)
    else merged[key] = isRecord(existing) && isRecord(value) ? merge(existing, value, lists) : value
  }
  return merged
}
