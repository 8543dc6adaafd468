/** What stands for a package that is not installed: whatever is imported from it can be called and read. */
export function standIn(name: string, names: WeakMap<object, string>): object {
  const get = (_target: object, key: string | symbol): unknown => {
    // It is no promise, and no text.
    if (typeof key === 'symbol' || key === 'then' || key === '__esModule') return undefined
    return key === 'default' ? face : member
  }
  const target = () => undefined
  // Bundled modules copy what a module has by itself, and find the rest in what it is made from.
  const face: object = new Proxy(target, { get, getPrototypeOf: () => new Proxy({}, { get }) })
  const member: object = new Proxy(target, {
    get: (_target, key) => (typeof key === 'symbol' || key === 'then' ? undefined : member),
  })
  names.set(face, name)
  names.set(member, name)
  return face
}
