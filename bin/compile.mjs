/**
 * Compiles docsgen into `compiled/`: the program, its plugins, stemmers of search, the types that sites use, and what the program
 * bundles itself. Everything is written to a folder of its own first, so that no docsgen that is started meanwhile sees half of it.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { declareTypes } from './compile/types.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiled = path.join(root, 'compiled')
const folder = path.join(root, `node_modules/.cache/compile-${process.pid}`)

/** Program files that are started or imported by their names. */
const ENTRIES = {
  'cli/main': 'cli/main',
  index: 'index',
  worker: 'cache/workers/worker',
  'import/common/evaluate-child': 'import/common/evaluate-child',
}

/** @satisfies {import('esbuild').BuildOptions} */
const COMMON = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  tsconfigRaw: '{}',
}

/**
 * Of workbox-build the program calls `getManifest`, which its entry exports beside functions that load a bundler and a compiler:
 * their modules are left out.
 * @type {import('esbuild').Plugin}
 */
const workboxManifest = {
  name: 'workbox-manifest',
  setup({ onResolve, onLoad }) {
    const filter = /^\.\/(?:generate-sw|inject-manifest|lib\/(?:copy-workbox-libraries|cdn-utils))$/
    onResolve({ filter }, ({ path: name, importer }) =>
      importer.includes('workbox-build') ? { path: name, namespace: 'left-out' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'left-out' }, () => ({ contents: '' }))
  },
}

/**
 * Of what runs in Node.js. esbuild, React and chokidar stay packages: sites share them, or they have binaries.
 * @satisfies {import('esbuild').BuildOptions}
 */
const PROGRAM = {
  ...COMMON,
  external: ['esbuild', 'react', 'react-dom', 'chokidar'],
  plugins: [workboxManifest],
  // Packages that are CommonJS ask for modules of Node.js this way.
  banner: {
    js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
  },
}

/**
 * Writes the program as ES modules in which functions keep their names, so that a stack trace needs no source map. What is
 * loaded together is one file: each import on demand in `src` divides it further. Returns the files it was made from, relative to the root.
 */
async function compileProgram() {
  const { metafile } = await build({
    ...PROGRAM,
    entryPoints: Object.entries(ENTRIES).map(([out, name]) => ({ in: `src/${name}.ts`, out })),
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
  })
  return Object.keys(metafile.inputs)
}

/** Writes each plugin of the package as a module of its own, beside its style sheet. Returns esbuild's list of inputs and outputs. */
async function compilePlugins() {
  const home = path.join(root, 'src/plugins')
  const names = readdirSync(home, { withFileTypes: true }).filter(entry => entry.isDirectory())
  const files = names.flatMap(({ name }) => [`${name}/${name}.ts`, `${name}/${name}.css`])
  const { metafile } = await build({
    ...COMMON,
    minify: true,
    entryPoints: files.map(file => path.join(home, file)).filter(existsSync),
    outdir: path.join(folder, 'plugins'),
    entryNames: '[name]',
    assetNames: '[name]',
    outExtension: { '.js': '.mjs' },
    loader: { '.woff2': 'file' },
    // The first is docsgen's, the second the site's to install.
    external: ['zod', 'beautiful-mermaid'],
  })
  return metafile
}

/** Writes the stemmers of search, for builds and for browsers. Returns the files they were made from. */
async function compileStemmers() {
  const { exports } = JSON.parse(
    readFileSync(path.join(root, 'node_modules/@orama/stemmers/package.json'), 'utf8'),
  )
  const names = Object.keys(exports).filter(name => name.startsWith('./'))
  const { metafile } = await build({
    ...COMMON,
    minify: true,
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    entryPoints: Object.fromEntries(
      names.map(name => [path.basename(name), `@orama/stemmers/${name.slice(2)}`]),
    ),
    outdir: path.join(folder, 'search-languages'),
  })
  return Object.keys(metafile.inputs)
}

/** Hash of the program and of what themes are bundled from: caches that another one has written are not read. */
function hashProgram() {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package.json')))
  const themes = ['templates', 'src/client', 'src/offline', 'src/schema', 'src/search', 'src/shared']
  for (const home of [folder, ...themes.map(name => path.join(root, name))]) {
    const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
    for (const file of files.filter(name => /\.(?:m?js|tsx?|css|json)$/.test(name)).toSorted())
      hash.update(file).update(readFileSync(path.join(home, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

try {
  await declareTypes(root, path.join(folder, 'types'))
  const program = await compileProgram()
  const plugins = await compilePlugins()
  const stemmers = await compileStemmers()
  copyFileSync(
    path.join(root, 'bin/compile/snowball-license.txt'),
    path.join(folder, 'search-languages/LEGAL.txt'),
  )
  const styles = Object.entries(plugins.outputs).filter(([file]) => file.endsWith('.css'))
  /** File that licences are added to → files of the packages. */
  const licensed = {
    [path.join(folder, 'licenses.txt')]: [...program, ...Object.keys(plugins.inputs), ...stemmers],
    [path.join(folder, 'search-languages/LEGAL.txt')]: stemmers,
    ...Object.fromEntries(
      styles.map(([file, { inputs }]) => [path.join(root, `${file}.LEGAL.txt`), Object.keys(inputs)]),
    ),
  }
  writeFileSync(path.join(folder, 'hash.txt'), hashProgram())
  // Not part of the program: with it, the program would be divided into more files.
  const filler = path.join(folder, 'fill-package.js')
  await build({ ...PROGRAM, entryPoints: [path.join(root, 'src/bundle/fill-package.ts')], outfile: filler })
  execFileSync(process.execPath, [filler], {
    input: JSON.stringify(licensed),
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  rmSync(filler)
  rmSync(compiled, { recursive: true, force: true })
  renameSync(folder, compiled)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
