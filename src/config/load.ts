import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { SiteConfig, UserConfig } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { evaluateConfig } from './evaluate.ts'
import { locateKey } from './locate-key.ts'
import { validateConfig } from './validate.ts'
import { checkFolders } from './checks.ts'
import { sitePath } from '../lib/paths.ts'
import { loadGlossary, locateWithGlossary } from './load-glossary.ts'

const MOST_TEXT = 1e6

export interface LoadConfigOptions {
  /** Absolute folder of the site. */
  root: string
  /** Absolute folder for what the next load can use again. */
  cacheDir?: string | undefined
  /** Configuration file, relative to the root; `site.config.ts` by default. */
  file?: string | undefined
  /** Keys that replace those of the file, such as options of the command line. */
  overrides?: { [Key in keyof UserConfig]?: UserConfig[Key] | undefined }
}

/**
 * Loads, evaluates and validates the configuration. Without `config`, `findings` say why. `files` are
 * those that it was made from, relative to the root; `locate` tells where one of its keys is, or a text below that key.
 */
export async function loadConfig({ root, file: name, overrides, cacheDir }: LoadConfigOptions): Promise<{
  config?: SiteConfig
  files?: string[]
  locate?: (path: readonly PropertyKey[], value?: string) => Place
  findings: Finding[]
}> {
  const target = path.resolve(root, name ?? 'site.config.ts')
  const file = sitePath(root, target)
  if (!existsSync(target)) {
    const message = `There is no configuration file \`${file}\` in this folder.`
    const hint = 'Create one with `docsgen init`, or name another file with `--config`.'
    return { findings: [{ rule: 'config', severity: 'error', message, hint }] }
  }
  const evaluated = await evaluateConfig(realpathSync(target), root, cacheDir)
  if (evaluated.value === undefined) return { findings: evaluated.findings }
  const text = readFileSync(target, 'utf8')
  const validated = validateConfig(override(evaluated.value, overrides), { file, text })
  if (!validated.config) return validated
  const findings = [...reportLongTexts(validated.config, file), ...checkFolders(root, validated.config)]
  if (findings.length > 0) return { findings }
  const { base } = validated.config
  // A site that opens from any path is made as one at the root of a host; no worker can serve it.
  const settled = base === './' ? { base: '/', offline: false as const, relative: true as const } : {}
  const config: SiteConfig = { ...validated.config, ...settled }
  const locate = (key: readonly PropertyKey[], value?: string) => ({ file, ...locateKey(text, key, value) })
  const files = evaluated.files ?? []
  const { glossary } = config.check
  if (typeof glossary !== 'string') return { config, files, locate, findings: [] }
  const read = loadGlossary(root, glossary, locate(['check', 'glossary']))
  if ('findings' in read) return read
  return {
    config: { ...config, check: { ...config.check, glossary: read.entries } },
    files: [...files, path.posix.normalize(glossary)],
    locate: locateWithGlossary(locate, read.locate),
    findings: [],
  }
}

/** Every document repeats texts such as the description. */
function reportLongTexts(config: SiteConfig, file: string): Finding[] {
  const keys = new Set<string>()
  JSON.stringify(config, (key, value: unknown) => {
    if (typeof value === 'string' && value.length > MOST_TEXT) keys.add(key)
    return value
  })
  return [...keys].map(key => {
    const message = `\`${key}\` is longer than ${MOST_TEXT / 1e6} million characters.`
    return { rule: 'config', severity: 'error', place: { file, line: 1, column: 1 }, message }
  })
}

function override(value: unknown, overrides: LoadConfigOptions['overrides'] = {}): unknown {
  if (typeof value !== 'object' || value === null) return value
  const given = Object.entries(overrides).filter(([, replacement]) => replacement !== undefined)
  return { ...value, ...Object.fromEntries(given) }
}
