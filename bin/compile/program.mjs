/**
 * The program in few CommonJS files, ten of which a build loads instead of three hundred: loading is a large part of a
 * build that changes one page. Packages that are large and rarely needed, or that templates share with the program,
 * stay packages.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, transform } from 'esbuild'
import { toCommonJs } from './common-js.mjs'
import { joinChunks } from './join-chunks.mjs'
import { mapOwnSources } from './own-sources.mjs'

const ENTRIES = [
  'cli/main',
  'index',
  'cache/workers/worker',
  'bundle/fill-package',
  'import/vuepress/evaluate-child',
  'import/vitepress/evaluate-child',
  'import/common/module-child',
]
const EXTERNAL = ['esbuild', 'react', 'react-dom', 'chokidar']

/**
 * Files that are packages but for a few lines: nobody looks for a mistake there, so they have short names, as those of packages
 * alone, which makes them a tenth smaller, and no map.
 */
const MOSTLY_PACKAGES = /^chunks\/ask-workbox-/

/**
 * What reads GitHub's additions to Markdown can write them too, which is not used: nobody who only reads shall load the
 * writer of the whole of Markdown for it.
 */
const READ_ONLY = {
  name: 'read-only',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^mdast-util-to-markdown$/ }, ({ importer }) =>
      importer.includes('mdast-util-gfm-')
        ? { path: 'none', namespace: 'read-only', sideEffects: false }
        : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'read-only' }, () => ({
      contents: 'export const defaultHandlers = {}',
    }))
  },
}

/** @satisfies {import('esbuild').CommonOptions} */
export const COMMON = {
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  sourcesContent: false,
}

/**
 * Writes the program and its source maps into a folder. Returns the files it was made from, relative to the root.
 *
 * esbuild splits ES modules only; what Node.js 20 has compiled can be kept of CommonJS only (`compile-cache.cjs`).
 */
export async function compileProgram(root, folder) {
  const { metafile, outputFiles } = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: ENTRIES.map(name => ({
      in: `src/${name}.ts`,
      out: name.replace('cache/workers/', 'workers/'),
    })),
    // Where the program will stand: maps name sources from there.
    outdir: path.join(root, 'compiled'),
    chunkNames: 'chunks/[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    external: EXTERNAL,
    plugins: [READ_ONLY],
    metafile: true,
    write: false,
    logLevel: 'warning',
    sourcemap: 'inline',
  })
  const files = await Promise.all(
    outputFiles.map(({ path: file, text }) =>
      compileFile(path.relative(path.join(root, 'compiled'), file), text),
    ),
  )
  for (const { name, code, map } of joinChunks(files, metafile.outputs)) {
    const target = path.join(folder, name)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, map ? `${code}//# sourceMappingURL=${path.basename(name)}.map\n` : code)
    if (map) writeFileSync(`${target}.map`, map)
  }
  return Object.keys(metafile.inputs)
}

/** What the package exports: names that can be imported, which esbuild lists for Node.js. */
const PACKAGE = 'index.cjs'

function toPackage(text, options) {
  return transform(text, {
    ...options,
    format: 'cjs',
    supported: { 'dynamic-import': false },
    sourcemap: 'external',
  })
}

/** A file that esbuild has split off, as CommonJS, with a map of our own sources where these are worth one. */
async function compileFile(name, text) {
  const options = {
    ...COMMON,
    ...(text.includes('import.meta.url') && {
      define: { 'import.meta.url': 'moduleAddress' },
      banner: "const moduleAddress=require('node:url').pathToFileURL(__filename).href;",
    }),
  }
  const { code, map } = await (name === PACKAGE ? toPackage(text, options) : toCommonJs(text, options))
  const ownMap = mapOwnSources(map)
  if (ownMap && !MOSTLY_PACKAGES.test(name)) return { name, code, map: ownMap }
  const short = await transform(code, { ...COMMON, minifyIdentifiers: true })
  return { name, code: short.code }
}
