/** A copy that cannot be changed: what a plugin is given stays as it was for others. */
export function frozenCopy<Value>(value: Value): Value {
  return frozen(structuredClone(value))
}

/** The value itself, made unchangeable with all that is in it. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) frozen(inner as unknown)
  return value
}
