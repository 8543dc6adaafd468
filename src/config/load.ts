import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { SiteConfig, UserConfig } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { evaluateConfig } from './evaluate.ts'
import { locateKey } from './locate-key.ts'
import { validateConfig } from './validate.ts'
import { checkFolders } from './check-folders.ts'
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
  /** What wins over the file, such as options of the command line. */
  overrides?: { [Key in keyof UserConfig]?: UserConfig[Key] | undefined }
}

/**
 * Loads, evaluates and validates the configuration. Without `config`, `findings` say why. `files` are
 * those that it was made from, relative to the root; `locate` says where one of its keys stands, or
 * a text below that key.
 */
export async function loadConfig(options: LoadConfigOptions): Promise<{
  config?: SiteConfig
  files?: string[]
  locate?: (path: readonly PropertyKey[], value?: string) => Place
  findings: Finding[]
}> {
  const { root, overrides } = options
  const file = path.resolve(root, options.file ?? 'site.config.ts')
  if (!existsSync(file)) return { findings: [missing(root, file)] }
  const evaluated = await evaluateConfig(realpathSync(file), root, options.cacheDir)
  if (evaluated.value === undefined) return { findings: evaluated.findings }
  const source = {
    file: sitePath(root, file),
    text: readFileSync(file, 'utf8'),
  }
  const validated = validateConfig(applyOverrides(evaluated.value, overrides), source)
  if (!validated.config) return validated
  const findings = [...longTexts(validated.config, source.file), ...checkFolders(root, validated.config)]
  if (findings.length > 0) return { findings }
  const locate = (key: readonly PropertyKey[], value?: string) => ({
    file: source.file,
    ...locateKey(source.text, key, value),
  })
  const config = settleBase(validated.config)
  const files = evaluated.files ?? []
  const { glossary } = config.check
  if (typeof glossary !== 'string') return { config, files, locate, findings: [] }
  // Most glossaries are short and stand in the configuration.
  const read = loadGlossary(root, glossary, locate(['check', 'glossary']))
  if ('findings' in read) return read
  const check = { ...config.check, glossary: read.entries }
  return {
    config: { ...config, check },
    files: [...files, path.posix.normalize(glossary)],
    locate: locateWithGlossary(locate, read.locate),
    findings: [],
  }
}

/** Every document repeats texts such as the description. */
function longTexts(config: SiteConfig, file: string): Finding[] {
  const keys = new Set<string>()
  JSON.stringify(config, (key, value: unknown) => {
    if (typeof value === 'string' && value.length > MOST_TEXT) keys.add(key)
    return value
  })
  return [...keys].map(key => ({
    rule: 'config',
    severity: 'error',
    place: { file, line: 1, column: 1 },
    message: `\`${key}\` is longer than ${MOST_TEXT / 1e6} million characters.`,
  }))
}

function applyOverrides(value: unknown, overrides: LoadConfigOptions['overrides']): unknown {
  if (typeof value !== 'object' || value === null) return value
  const given = Object.entries(overrides ?? {}).filter(([, override]) => override !== undefined)
  return { ...value, ...Object.fromEntries(given) }
}

/** A site that opens from any path is made as one at the root of a host; no worker can serve it. */
function settleBase(config: SiteConfig): SiteConfig {
  return config.base === './' ? { ...config, base: '/', offline: false, relative: true } : config
}

function missing(root: string, file: string): Finding {
  const name = sitePath(root, file)
  return {
    rule: 'config',
    severity: 'error',
    message: `There is no configuration file \`${name}\` in this folder.`,
    hint: 'Create one with `docsgen init`, or name another file with `--config`.',
  }
}
