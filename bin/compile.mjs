/**
 * Compiles docsgen: types by the TypeScript compiler, code by esbuild into few files. Node.js then finds, reads and
 * compiles about ten files instead of three hundred, which is most of the time of a build that changes one page.
 * Packages that are large and rarely needed, or that templates share with the program, stay packages.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const require = createRequire(import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))
const compiled = path.join(root, 'compiled')
const EXTERNAL = ['esbuild', 'react', 'react-dom', 'workbox-build', 'chokidar', 'refractor/*']

/** CommonJS packages inside ES modules still ask for Node.js modules in their way. */
const REQUIRE =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);"

rmSync(compiled, { recursive: true, force: true })
const typescript = path.dirname(require.resolve('typescript/package.json'))
execFileSync(process.execPath, [path.join(typescript, 'bin/tsc'), '-p', 'src', '--emitDeclarationOnly'], {
  cwd: root,
  stdio: 'inherit',
})

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['cli', 'index', 'worker', 'init/vuepress/evaluate-child'].map(name => `src/${name}.ts`),
  outdir: compiled,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  banner: { js: REQUIRE },
  plugins: [{ name: 'refractor-core', setup: bundleRefractorCore }],
  external: EXTERNAL,
  metafile: true,
  logLevel: 'warning',
})

const packages = bundledPackages(Object.keys(metafile.inputs))
writeFileSync(path.join(compiled, 'licenses.txt'), packages.map(licenseOf).join('\n'))

/** Every page with code needs this part of the package, though its languages stay outside: an absolute path does not match. */
function bundleRefractorCore({ onResolve }) {
  onResolve({ filter: /^refractor\/core$/ }, ({ path: name }) => ({ path: require.resolve(name) }))
}

/** Folders of the packages that have code in the bundle, sorted. */
function bundledPackages(inputs) {
  const folders = inputs.map(file => /^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
  return [...new Set(folders)].filter(folder => folder !== undefined).toSorted()
}

/** What the licence of a bundled package asks to be handed on. */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
  const file = readdirSync(path.join(root, folder)).find(entry => /^(?:licen[cs]e|copying)/i.test(entry))
  const text =
    file && existsSync(path.join(root, folder, file))
      ? readFileSync(path.join(root, folder, file), 'utf8')
      : ''
  return `${name} ${version} (${license})\n\n${text.trim()}\n\n${'-'.repeat(80)}\n`
}
