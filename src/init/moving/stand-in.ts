/**
 * What stands for a package that is not installed: whatever is imported from it can be called and read, and its `defineConfig`
 * gives back what it is given.
 * @param names what is stood in for → the package
 * @param recordsCalls a call says what it was given, `{ $call: name, args }`, instead of nothing
 */
export function standIn(name: string, names: WeakMap<object, string>, recordsCalls = false): object {
  const target = () => undefined
  const record = (_target: object, _self: unknown, args: unknown[]) => ({ $call: name, args })
  const calls = recordsCalls ? { apply: record } : {}
  const get = (_target: object, key: string | symbol): unknown => {
    // It is no promise, and no text.
    if (typeof key === 'symbol' || key === 'then' || key === '__esModule') return undefined
    if (key === 'defineConfig') return (config: unknown) => config
    return key === 'default' ? face : member
  }
  // Bundled modules copy what a module has by itself, and find the rest in what it is made from.
  const face: object = new Proxy(target, { get, getPrototypeOf: () => new Proxy({}, { get }), ...calls })
  const member: object = new Proxy(target, {
    get: (_target, key) => (typeof key === 'symbol' || key === 'then' ? undefined : member),
    ...calls,
  })
  names.set(face, name)
  names.set(member, name)
  return face
}
