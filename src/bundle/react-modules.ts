import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { OnLoadResult, PluginBuild } from 'esbuild'

/** Files of React as its packages hold them: CommonJS, each package's main file handing on one for production. */
const REACT_FILES =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/](?:\w[\w-]*|cjs[\\/][\w.-]+\.production)\.js$/

/** The statement by which such a file asks for others. */
const REQUIRES = /^var ((?:\w+ = require\("[\w/-]+"\)(?:,\s*)?)+);$/m

/**
 * React as modules in browsers: what nobody imports is left out, and its names are made short together with all others, by
 * which it compresses better. What is not of the form that is known here stays as it is.
 */
export function reactModules({ onLoad }: PluginBuild): void {
  onLoad({ filter: REACT_FILES }, ({ path: file }) => asModule(file))
}

/** The text of such a file as a module, if it is of the form that is known. */
function asModule(file: string): OnLoadResult | undefined {
  const code = readFileSync(file, 'utf8')
  const [, production] = /module\.exports = require\('([\w./-]+\.production\.js)'\)/.exec(code) ?? []
  if (production !== undefined) {
    const from = JSON.stringify(production)
    const isModule = asModule(path.join(path.dirname(file), production)) !== undefined
    return isModule ? { contents: `export * from ${from}; export { default } from ${from}` } : undefined
  }
  const imported = code.replace(REQUIRES, (_, asked: string) =>
    asked.replace(/(?<!\w)(\w+) = require\(("[\w/-]+")\),?/g, 'import * as $1 from $2;'),
  )
  const names = [...new Set([...code.matchAll(/^exports\.(\w+) =/gm)].map(([, name = '']) => name))]
  const contents = imported
    .replace(/^exports\.(\w+) =/gm, 'var export_$1 =')
    .replace(/\bexports\.(\w+)/g, 'export_$1')
  if (names.length === 0 || /\b(?:require\(|exports\b)/.test(contents)) return undefined
  const all = names.map(name => `export_${name} as ${name}`)
  const object = names.map(name => `${name}: export_${name}`)
  return { contents: `${contents}\nexport { ${all.join(', ')} }; export default { ${object.join(', ')} }` }
}
