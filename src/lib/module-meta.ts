/** `import.meta`, `__dirname` and `__filename` for each bundled file, as in Node.js. */
import { readFileSync } from 'node:fs'
import type { BuildOptions, Plugin } from 'esbuild'
import { sitePath } from './files.ts'

/** Variable for the folder of the site: bundles don't say where on the machine they were made. */
export const ROOT_NAME = 'docsgenRoot'

const META = 'docsgenMeta'
const MODULE = 'docsgen:meta'

export const META_DEFINES: NonNullable<BuildOptions['define']> = {
  'import.meta': META,
  __dirname: `${META}.dirname`,
  __filename: `${META}.filename`,
}

/** For bundles with `META_DEFINES` in Node.js, where `require` and `ROOT_NAME` are defined. `root`: folder of the site. */
export function moduleMeta(root: string): Plugin {
  return {
    name: 'docsgen-module-meta',
    setup({ onResolve, onLoad }) {
      // esbuild recognizes the kind of the module by its name.
      onResolve({ filter: /^docsgen:meta$/ }, ({ importer }) => ({
        path: `${sitePath(root, importer)}.cjs`,
        namespace: MODULE,
      }))
      onLoad({ filter: /./, namespace: MODULE }, ({ path }) => ({ contents: metaOf(path.slice(0, -4)) }))
      onLoad({ filter: /\.[cm]?[jt]sx?$/ }, ({ path: file }) => {
        const text = readFileSync(file, 'utf8')
        if (!/\bimport\.meta\b|\b__(?:dir|file)name\b/.test(text)) return undefined
        // At the end, so that locations in the file stay; imports are hoisted.
        const contents = isModule(file, text)
          ? `${text}\nimport ${META} from ${JSON.stringify(MODULE)}`
          : text.replace(/^(?:#!.*\n)?/, `$&var ${META}=require(${JSON.stringify(MODULE)});`)
        return { contents, loader: 'default' }
      })
    },
  }
}

/** Guesses what esbuild takes a file for; one with `import.meta` is a module, unless it says that in a text. */
function isModule(file: string, text: string) {
  const [, kind] = /\.([cm])[jt]s$/.exec(file) ?? []
  if (kind) return kind === 'm'
  if (/(?:^|[;}]|\*\/)\s*(?:import|export)(?:\s*[{*'"]|\s+[\w$])/m.test(text)) return true
  return /\bimport\.meta\b/.test(text) && !/\b(?:exports\b|require\()/.test(text)
}

/** Code of the module with `import.meta` of a file; `name` is relative to the site. */
function metaOf(name: string) {
  return `const path = require('node:path'), { createRequire } = require('node:module')
const { pathToFileURL } = require('node:url')
const filename = path.resolve(${ROOT_NAME}, ${JSON.stringify(name)}), url = pathToFileURL(filename).href
const resolve = name => {
  if (/^\\.{0,2}\\/|^[\\w-]+:/.test(name)) return new URL(name, url).href
  const found = createRequire(filename).resolve(name)
  return path.isAbsolute(found) ? pathToFileURL(found).href : 'node:' + found
}
module.exports = { url, filename, dirname: path.dirname(filename), resolve }`
}
