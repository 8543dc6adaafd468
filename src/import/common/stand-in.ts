import { UNKNOWN } from './plain-value.ts'

/** What stand-ins answer besides: they list nothing, and are no text. */
const ANSWERS = new Map<string | symbol, unknown>([
  [Symbol.iterator, () => [][Symbol.iterator]()],
  [Symbol.toPrimitive, () => ''],
])

/**
 * What stands for a package that is not installed: whatever is imported from it can be called and read, as can what calls
 * give, and its `defineConfig` gives back what it is given.
 * @param names what is stood in for → the package
 * @param recordsCalls a call says what it was given, `{ $call: name, args }`, instead of nothing
 */
export function standIn(name: string, names: WeakMap<object, string>, recordsCalls = false): object {
  const target = function () {}
  // It is no promise.
  const read = (key: string | symbol): unknown =>
    typeof key === 'symbol' || key === 'then' ? ANSWERS.get(key) : member
  const record = (_target: object, _self: unknown, args: unknown[]): object =>
    recordsCalls
      ? new Proxy({ $call: name, args }, { get: (own, key) => Reflect.get(own, key) ?? read(key) })
      : nothing
  const calls: ProxyHandler<object> = {
    apply: record,
    construct: (_target, args) => record(_target, undefined, args),
  }
  const get = (_target: object, key: string | symbol): unknown => {
    if (key === '__esModule') return undefined
    if (key === 'defineConfig') return (config: unknown) => config
    return key === 'default' ? face : read(key)
  }
  // Bundled modules copy what a module has by itself, and find the rest in what it is made from.
  const face: object = new Proxy(target, { get, getPrototypeOf: () => new Proxy({}, { get }), ...calls })
  const member: object = new Proxy(target, { get: (_target, key) => read(key), ...calls })
  const nothing: object = new Proxy(target, { get: (_target, key) => read(key), ...calls })
  names.set(face, name)
  names.set(member, name)
  names.set(nothing, UNKNOWN)
  return face
}
