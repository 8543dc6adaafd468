import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { BuildFailure, Plugin } from 'esbuild'
import { isNode, LineCounter, parseDocument } from 'yaml'
import { folderWith, namesIn, repositoryOf, sitePath, systemRefusal } from '../lib/files.ts'
import { META_DEFINES, moduleMeta, ROOT_NAME } from '../lib/module-meta.ts'
import {
  importHint,
  mappedBy,
  noteSiteCode,
  packageFolder,
  placesIn,
  readThrown,
  settled,
} from '../lib/site-code.ts'
import { escapePattern, positionAt } from '../lib/text.ts'
import { glossarySchema, type SiteConfig, type UserConfig } from '../schema/config.ts'
import { configFinding, type Finding, type Place } from '../schema/finding.ts'
import { checkFolders, issueFindings, locateKey, validateConfig } from './validate.ts'

export interface LoadConfigOptions {
  root: string
  /** Relative to the root; `site.config.ts` by default. */
  file?: string | undefined
  overrides?: { [Key in keyof UserConfig]?: UserConfig[Key] | undefined }
}

/** `value`: a text below the key. */
type Locate = (key: readonly PropertyKey[], value?: string) => Place

/** Without `config`, `findings` say why. `files`: what it was made from, relative to the root. */
export async function loadConfig(
  options: LoadConfigOptions,
): Promise<{ config?: SiteConfig; files?: string[]; locate?: Locate; findings: Finding[] }> {
  const { root, file: name = 'site.config.ts', overrides = {} } = options
  const target = path.resolve(root, name)
  const file = sitePath(root, target)
  if (!existsSync(target)) {
    const message = `There is no configuration file \`${file}\` in this folder.`
    return { findings: [configFinding(message, hintOf(target, root))] }
  }
  const evaluated = await evaluateConfig(realpathSync(target), root)
  if ('findings' in evaluated) return evaluated
  const { value, files } = evaluated
  const text = readFileSync(target, 'utf8')
  const given = Object.entries(overrides).filter(([, own]) => own !== undefined)
  const isObject = typeof value === 'object' && value !== null
  const whole = isObject ? { ...value, ...Object.fromEntries(given) } : value
  const locate: Locate = (key, below) => ({ file, ...locateKey(text, key, below) })
  const validated = validateConfig(whole, { file, text })
  const { config: valid } = validated
  if (!valid) return validated
  const { base, contentDir, publicDir } = valid
  const findings = [...reportLongTexts(valid, file), ...checkFolders(root, valid, locate)]
  if (findings.length > 0) return { findings }
  // A site for any path is made as one at the root of a host; no worker can serve it.
  const settings = base === './' ? { base: '/', offline: false as const, relative: true as const } : {}
  const tidy = (folder: string) => sitePath(root, path.resolve(root, folder)) || '.'
  const folders = { contentDir: tidy(contentDir), publicDir: tidy(publicDir) }
  const config: SiteConfig = { ...valid, ...settings, ...folders }
  const { glossary } = config.check
  if (typeof glossary !== 'string') return { config, files, locate, findings }
  const read = loadGlossary(root, glossary, locate(GLOSSARY))
  if (read.findings) return { findings: read.findings }
  return {
    config: { ...config, check: { ...config.check, glossary: read.entries } },
    files: [...files, path.posix.normalize(glossary)],
    locate: (key, below) =>
      key.length > GLOSSARY.length && GLOSSARY.every((part, index) => key[index] === part)
        ? read.locate(key)
        : locate(key, below),
    findings,
  }
}

/** A file that isn't there may have another suffix, or be in another folder. */
function hintOf(target: string, root: string) {
  const { dir, name, base } = path.parse(target)
  const other = namesIn(dir).find(each => path.parse(each).name === name && /\.[cm]?[jt]s$/.test(each))
  if (other)
    return `Rename \`${other}\` to \`${base}\`, or use \`--config ${sitePath(root, path.join(dir, other))}\`.`
  const above = folderWith(base, root, repositoryOf(root))
  const below = namesIn(root).filter(each => existsSync(path.join(root, each, base)))
  const folder = above ? sitePath(root, above) : below.length === 1 ? below[0] : undefined
  if (folder)
    return `There is one in \`${folder}\`. Use that folder, for example \`docsgen build ${folder}\`.`
  return 'Create one with `docsgen init`, or specify another file with `--config`.'
}

const OUT_FILE = 'out/config.js'

/** The default export and the files it was made from, or why it couldn't be run. */
export async function evaluateConfig(file: string, root: string) {
  const start = { file: sitePath(root, file), line: 1, column: 1 }
  const refuse = (message: string, place: Place = start, hint?: string) => ({
    findings: [configFinding(message, hint, place)],
  })
  let bundled: Awaited<ReturnType<typeof bundleConfig>>
  try {
    bundled = await bundleConfig(file, root)
  } catch (error) {
    const { errors } = error as BuildFailure
    if (!errors) throw error
    const findings = errors.map(({ location: at, ...message }) => {
      const place = at ? { file: at.file, line: at.line, column: at.column + 1 } : start
      return configFinding(message.text, importHint(message), place)
    })
    return { findings }
  }
  // One line before the code, with names that esbuild and `moduleMeta` expect.
  const names = `const ${ROOT_NAME}=${JSON.stringify(root)},require=docsgenRequire(${JSON.stringify(file)});`
  const text = `import{createRequire as docsgenRequire}from'node:module';${names}\n${bundled.code}`
  // A module of its own each time: what it reads may have changed.
  const address = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}#${(loads += 1)}`
  /** Location of the innermost call, in the configuration before packages. */
  const originOf = (stack: string) => {
    const find = mappedBy(bundled.map, path.dirname(path.join(root, OUT_FILE)))
    const origins = placesIn(stack).flatMap(
      place => (place.file === address && find({ ...place, line: place.line - 1 })) || [],
    )
    const own = origins.find(({ file }) => !/node_modules|docsgen:/.test(file)) ?? origins[0]
    return own && { ...own, file: sitePath(root, own.file) }
  }
  let loading: ImportedPackage | undefined
  const code = { what: 'The configuration', rule: 'config', originOf }
  for (const each of bundled.packages) noteSiteCode(packageFolder(fileURLToPath(each.address)), code)
  noteSiteCode(address, code)
  try {
    // One by one, so that the failing one is known: Node.js 20 reports an error in an imported module twice.
    for (const each of bundled.packages.filter(({ isFirst }) => isFirst)) {
      loading = each
      await settled(import(each.address))
    }
    loading = undefined
    const module = (await settled(import(address))) as { default?: unknown }
    if (module.default !== undefined) return { value: module.default, files: bundled.files }
    const hint = 'Write `export default defineConfig({ … })`.'
    return refuse('The configuration has no default export.', start, hint)
  } catch (error) {
    const { reason, stack } = readThrown(error)
    const needed = loading ?? bundled.packages.find(each => reason.includes(each.address))
    const named = bundled.packages.reduce((text, each) => text.replaceAll(each.address, each.name), reason)
    const hint = reason.startsWith('Failed to resolve module specifier')
      ? 'For a computed name, use `import(import.meta.resolve(name))`.'
      : undefined
    const message = `The configuration failed to load: ${named.replaceAll(address, start.file)}`
    return refuse(message, originOf(stack) ?? (needed && importOf(needed, root)), hint)
  }
}

let loads = 0

function importOf({ name, file }: ImportedPackage, root: string) {
  const text = readFileSync(file, 'utf8')
  const index = text.search(new RegExp(`(['"])${escapePattern(name)}\\1`))
  return { file: sitePath(root, file), ...positionAt(text, Math.max(index, 0)) }
}

/** `name`: as `file` (absolute) imports it. */
interface ImportedPackage {
  name: string
  address: string
  file: string
  /** Loaded before the configuration. */
  isFirst: boolean
}

/** Sources of `map` are relative to the folder of `OUT_FILE`. */
async function bundleConfig(file: string, root: string) {
  const { build } = await import('esbuild')
  const packages: ImportedPackage[] = []
  const { metafile, outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    absWorkingDir: root,
    outfile: path.join(root, OUT_FILE),
    sourcemap: 'external',
    sourcesContent: false,
    // As Node.js chooses files of packages.
    conditions: ['module-sync', 'node-addons'],
    define: META_DEFINES,
    plugins: [outsidePackages(packages), moduleMeta(root)],
  })
  const files = Object.keys(metafile.inputs).filter(name => !name.startsWith('docsgen:'))
  const [map = '', text = ''] = outputFiles.map(output => output.text)
  // The line for the shell is no longer the first.
  const code = text.replace(/^#!.*/, '')
  return { code, map, files, packages }
}

/** Files that Node.js runs as they are. */
const RUNS = /\.(?:[cm]?js|node)$/

/**
 * Node.js loads packages by the addresses of their files: a module without a file finds none by name. Those linked from another
 * folder, as in a monorepo, are sources: they may be TypeScript, and change.
 */
function outsidePackages(packages: ImportedPackage[]): Plugin {
  return {
    name: 'docsgen-packages',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^docsgen$/ }, () => ({ path: 'docsgen', namespace: 'docsgen' }))
      // Whether or not the site has it installed.
      const contents = 'export const defineConfig = config => config'
      onLoad({ filter: /.*/, namespace: 'docsgen' }, () => ({ contents }))
      onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, resolveDir, importer, pluginData }) => {
        if (kind === 'entry-point' || pluginData === packages || isBuiltin(name)) return undefined
        const found = await resolve(name, { kind, resolveDir, importer, pluginData: packages })
        const isPackage = /[\\/]node_modules[\\/]/.test(found.path) && RUNS.test(found.path)
        if (found.errors.length > 0 || found.external || !isPackage) return undefined
        const address = pathToFileURL(found.path).href
        packages.push({ name, address, file: importer, isFirst: kind === 'import-statement' })
        return { path: kind.startsWith('require') ? found.path : address, external: true }
      })
    },
  }
}

/** Every document repeats texts such as the description. */
function reportLongTexts(config: SiteConfig, file: string) {
  const findings: Finding[] = []
  JSON.stringify(config, (key, value: unknown) => {
    const message = `\`${key}\` is longer than 1 million characters.`
    if (typeof value === 'string' && value.length > 1e6)
      findings.push(configFinding(message, undefined, { file, line: 1, column: 1 }))
    return value
  })
  return findings
}

/** Messages name keys of the glossary as if it were in the configuration. */
const GLOSSARY = ['check', 'glossary']

/** A list in YAML or JSON. `place`: where the configuration names it. */
export function loadGlossary(root: string, name: string, place: Place) {
  const file = path.posix.normalize(name)
  let text: string
  try {
    text = readFileSync(path.resolve(root, file), 'utf8')
  } catch (error) {
    const message = `The glossary \`${name}\` can't be read: ${systemRefusal(error)?.reason ?? "it isn't a file"}.`
    const hint = 'Set `check.glossary` to the path of a YAML or JSON file, relative to the site folder.'
    return { findings: [configFinding(message, hint, place)] }
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(1, line), column: Math.max(1, col) }
  }
  const findings = document.errors.map(({ message, pos }) =>
    configFinding(`The glossary isn't valid YAML: ${message}`, undefined, placeOf(pos[0])),
  )
  if (findings.length > 0) return { findings }
  /** Location of the value, or the one around it. */
  const locate: Locate = key => {
    const node = document.getIn(key.slice(GLOSSARY.length), true)
    if (isNode(node)) return placeOf(node.range?.[0] ?? 0)
    return key.length > GLOSSARY.length ? locate(key.slice(0, -1)) : placeOf(0)
  }
  // An empty file is an empty list.
  const result = glossarySchema.safeParse(document.toJS() ?? [], { reportInput: true })
  if (result.success) return { entries: result.data, locate }
  const issues = result.error.issues.map(issue => ({ ...issue, path: [...GLOSSARY, ...issue.path] }))
  return { findings: issueFindings(issues, locate) }
}
