import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BuildFailure } from 'esbuild'
import { readText } from '../lib/files.ts'
import { hashData } from '../lib/hash.ts'
import { packageVersion } from '../lib/package.ts'
import { noteSiteCode, settled } from '../lib/site-code.ts'
import { mappedBy, placesIn, readThrown } from '../lib/errors.ts'
import { readStored, writeStored } from '../cache/store.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { sitePath } from '../lib/paths.ts'

/** What `site.config.ts` imports from `docsgen`: available whether or not the site has it installed. */
const DOCSGEN_MODULE = 'export const defineConfig = config => config'

/** Where esbuild takes its output to stand, though nothing is written there. */
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
  const bundled = await (cacheDir === undefined
    ? bundleConfig(file, root)
    : bundleOnce(file, root, path.join(cacheDir, 'config.json')))
  if ('findings' in bundled) return bundled
  const address = toDataUrl(bundled.code)
  const originOf = (stack: string) => findOrigin(stack, bundled, root)
  noteSiteCode(address, { what: 'The configuration', rule: 'config', originOf })
  try {
    const module = (await settled(import(address))) as { default?: unknown }
    if (module.default !== undefined) return { value: module.default, files: bundled.files, findings: [] }
    const message = 'The configuration has no default export.'
    return {
      findings: [{ ...problem(file, root, message), hint: 'Write `export default defineConfig({ … })`.' }],
    }
  } catch (error) {
    const { reason, stack } = readThrown(error)
    const finding = problem(file, root, `The configuration could not be run: ${reason}`)
    return { findings: [{ ...finding, place: originOf(stack) ?? finding.place }] }
  }
}

/** The innermost call in a file of the configuration, its own before those of packages. */
function findOrigin(stack: string, { code, map }: Bundled, root: string): Place | undefined {
  const find = mappedBy(map, path.dirname(path.join(root, OUT_FILE)))
  const address = toDataUrl(code)
  const origins = placesIn(stack).flatMap(place => (place.file === address && find(place)) || [])
  const own = origins.find(origin => !origin.file.includes('node_modules')) ?? origins[0]
  return own && { ...own, file: sitePath(root, own.file) }
}

interface Bundled {
  code: string
  /** Its source map; sources are relative to the folder of `OUT_FILE`. */
  map: string
  /** What the code was made from, relative to the root. */
  files: string[]
}

/** Without esbuild where the file is as it was. Only for one that imports nothing: what others become is theirs. */
async function bundleOnce(
  file: string,
  root: string,
  stored: string,
): Promise<Bundled | { findings: Finding[] }> {
  const settings = readText(path.join(root, 'tsconfig.json'))
  const key = hashData([packageVersion(), path.relative(root, file), readFileSync(file, 'utf8'), settings])
  const known = JSON.parse(readStored(stored) ?? '{}') as Partial<Bundled> & { key?: string }
  if (known.key === key && known.code !== undefined) return known as Bundled
  const bundled = await bundleConfig(file, root)
  if ('code' in bundled && bundled.files.length === 1) {
    writeStored(stored, JSON.stringify({ key, ...bundled }))
  }
  return bundled
}

async function bundleConfig(file: string, root: string): Promise<Bundled | { findings: Finding[] }> {
  const { build } = await import('esbuild')
  try {
    const result = await build({
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
    const files = Object.keys(result.metafile.inputs).filter(name => !name.startsWith('docsgen:'))
    const [map, code] = result.outputFiles.map(output => output.text)
    return { code: code ?? '', map: map ?? '', files }
  } catch (error) {
    const { errors } = error as BuildFailure
    if (!errors) throw error
    const findings = errors.map(({ text, location }) => {
      const finding = problem(file, root, text)
      if (!location) return finding
      return { ...finding, place: { file: location.file, line: location.line, column: location.column + 1 } }
    })
    return { findings }
  }
}

function problem(file: string, root: string, message: string): Finding {
  const place = { file: sitePath(root, file), line: 1, column: 1 }
  return { rule: 'config', severity: 'error', message, place }
}

function toDataUrl(code: string): string {
  return 'data:text/javascript;base64,' + Buffer.from(code).toString('base64')
}
