import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BuildFailure } from 'esbuild'
import { readStored, writeStored } from '../cache/store.ts'
import { mappedBy, placesIn, readThrown, noteSiteCode, settled } from '../lib/site-code.ts'
import { readText, sitePath } from '../lib/files.ts'
import { hashData } from '../lib/hash.ts'
import { packageVersion } from '../lib/package.ts'
import type { Finding } from '../schema/finding.ts'

/** What `site.config.ts` imports from `docsgen`: available whether or not the site has it installed. */
const DOCSGEN_MODULE = 'export const defineConfig = config => config'

/** Output name for esbuild, relative to the root; nothing is written there. */
const OUT_FILE = 'out/config.js'

/**
 * Runs a configuration file and returns its default export and the files that it was made from (relative to `root`), or
 * the findings that say why it could not be run. `cacheDir` keeps the translated file for the next time.
 */
export async function evaluateConfig(
  file: string,
  root: string,
  cacheDir?: string,
): Promise<{ value?: unknown; files?: string[]; findings: Finding[] }> {
  const start = { file: sitePath(root, file), line: 1, column: 1 }
  const refuse = (message: string, place = start, hint?: string) => ({
    findings: [{ rule: 'config', severity: 'error' as const, message, place, ...(hint ? { hint } : {}) }],
  })
  let bundled: Bundled
  try {
    bundled = await bundleOnce(file, root, cacheDir)
  } catch (error) {
    const { errors } = error as BuildFailure
    if (!errors) throw error
    const findings = errors.flatMap(({ text, location: at }) => {
      const place = at ? { file: at.file, line: at.line, column: at.column + 1 } : start
      return refuse(text, place).findings
    })
    return { findings }
  }
  const address = 'data:text/javascript;base64,' + Buffer.from(bundled.code).toString('base64')
  /** The innermost call in a file of the configuration, its own before those of packages. */
  const originOf = (stack: string) => {
    const find = mappedBy(bundled.map, path.dirname(path.join(root, OUT_FILE)))
    const origins = placesIn(stack).flatMap(place => (place.file === address && find(place)) || [])
    const own = origins.find(origin => !origin.file.includes('node_modules')) ?? origins[0]
    return own && { ...own, file: sitePath(root, own.file) }
  }
  noteSiteCode(address, { what: 'The configuration', rule: 'config', originOf })
  try {
    const module = (await settled(import(address))) as { default?: unknown }
    if (module.default !== undefined) return { value: module.default, files: bundled.files, findings: [] }
    const hint = 'Write `export default defineConfig({ … })`.'
    return refuse('The configuration has no default export.', start, hint)
  } catch (error) {
    const { reason, stack } = readThrown(error)
    return refuse(`The configuration could not be run: ${reason}`, originOf(stack))
  }
}

interface Bundled {
  code: string
  /** Its source map; sources are relative to the folder of `OUT_FILE`. */
  map: string
  /** The files that the code was made from, relative to the root. */
  files: string[]
}

/** Without esbuild where the file is as it was. Only for one that imports nothing: others may change with what they import. */
async function bundleOnce(file: string, root: string, cacheDir: string | undefined): Promise<Bundled> {
  if (cacheDir === undefined) return bundleConfig(file, root)
  const stored = path.join(cacheDir, 'config.json')
  const settings = readText(path.join(root, 'tsconfig.json'))
  const key = hashData([packageVersion(), path.relative(root, file), readFileSync(file, 'utf8'), settings])
  const known = JSON.parse(readStored(stored) ?? '{}') as Partial<Bundled> & { key?: string }
  if (known.key === key && known.code !== undefined) return known as Bundled
  const bundled = await bundleConfig(file, root)
  if (bundled.files.length === 1) writeStored(stored, JSON.stringify({ key, ...bundled }))
  return bundled
}

async function bundleConfig(file: string, root: string): Promise<Bundled> {
  const { build } = await import('esbuild')
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
    plugins: [
      {
        name: 'docsgen-module',
        setup(context) {
          context.onResolve({ filter: /^docsgen$/ }, () => ({ path: 'docsgen', namespace: 'docsgen' }))
          context.onLoad({ filter: /.*/, namespace: 'docsgen' }, () => ({ contents: DOCSGEN_MODULE }))
        },
      },
    ],
  })
  const files = Object.keys(metafile.inputs).filter(name => !name.startsWith('docsgen:'))
  const [map = '', code = ''] = outputFiles.map(output => output.text)
  return { code, map, files }
}
