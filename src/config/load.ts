import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { systemRefusal, sitePath } from '../lib/files.ts'
import { glossarySchema, type SiteConfig, type UserConfig } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { checkFolders } from './checks.ts'
import { evaluateConfig } from './evaluate.ts'
import { locateKey } from './locate-key.ts'
import { issueFindings, validateConfig } from './validate.ts'

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

/** Where a key is, or a text below it. */
type Locate = (key: readonly PropertyKey[], value?: string) => Place

/**
 * Loads, evaluates and validates the configuration. Without `config`, `findings` say why. `files` are
 * those that it was made from, relative to the root.
 */
export async function loadConfig({
  root,
  file: name = 'site.config.ts',
  overrides = {},
  cacheDir,
}: LoadConfigOptions): Promise<{
  config?: SiteConfig
  files?: string[]
  locate?: Locate
  findings: Finding[]
}> {
  const target = path.resolve(root, name)
  const file = sitePath(root, target)
  if (!existsSync(target)) {
    const message = `There is no configuration file \`${file}\` in this folder.`
    const hint = 'Create one with `docsgen init`, or name another file with `--config`.'
    return { findings: [{ rule: 'config', severity: 'error', message, hint }] }
  }
  const { value, files = [], findings } = await evaluateConfig(realpathSync(target), root, cacheDir)
  if (value === undefined) return { findings }
  const text = readFileSync(target, 'utf8')
  const given = Object.entries(overrides).filter(([, replacement]) => replacement !== undefined)
  const isObject = typeof value === 'object' && value !== null
  const validated = validateConfig(isObject ? { ...value, ...Object.fromEntries(given) } : value, {
    file,
    text,
  })
  if (!validated.config) return validated
  const problems = [...reportLongTexts(validated.config, file), ...checkFolders(root, validated.config)]
  if (problems.length > 0) return { findings: problems }
  // A site that opens from any path is made as one at the root of a host; no worker can serve it.
  const settled =
    validated.config.base === './' ? { base: '/', offline: false as const, relative: true as const } : {}
  const config: SiteConfig = { ...validated.config, ...settled }
  const locate: Locate = (key, below) => ({ file, ...locateKey(text, key, below) })
  const { glossary } = config.check
  if (typeof glossary !== 'string') return { config, files, locate, findings: [] }
  const read = loadGlossary(root, glossary, locate(GLOSSARY))
  if ('findings' in read) return read
  return {
    config: { ...config, check: { ...config.check, glossary: read.entries } },
    files: [...files, path.posix.normalize(glossary)],
    locate: (key, below) =>
      key.length > GLOSSARY.length && GLOSSARY.every((part, index) => key[index] === part)
        ? read.locate(key)
        : locate(key, below),
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

/** Messages name the keys of the glossary as if its entries stood in the configuration. */
const GLOSSARY = ['check', 'glossary']

/**
 * Reads the glossary from the file that `check.glossary` names, a list in YAML or JSON, relative to the root. Its problems are
 * reported in the file; `place` is where the configuration names it.
 */
export function loadGlossary(
  root: string,
  name: string,
  place: Place,
): { entries: Exclude<SiteConfig['check']['glossary'], string>; locate: Locate } | { findings: Finding[] } {
  const file = path.posix.normalize(name)
  let text: string
  try {
    text = readFileSync(path.resolve(root, file), 'utf8')
  } catch (error) {
    const message = `\`check.glossary\` names \`${name}\`, which cannot be read: ${systemRefusal(error)?.reason ?? 'it is not a file'}.`
    const hint = 'Write the path of a YAML or JSON file, relative to the folder of the site.'
    return { findings: [{ rule: 'config', severity: 'error', message, place, hint }] }
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(1, line), column: Math.max(1, col) }
  }
  const findings = document.errors.map((error): Finding => {
    const message = `The glossary isn't valid YAML: ${error.message}`
    return { rule: 'config', severity: 'error', message, place: placeOf(error.pos[0]) }
  })
  if (findings.length > 0) return { findings }
  const locate: Locate = key => placeOf(offsetOf(document.contents, key.slice(GLOSSARY.length)))
  // An empty file is an empty list.
  const result = glossarySchema.safeParse(document.toJS() ?? [], { reportInput: true })
  if (result.success) return { entries: result.data, locate }
  const issues = result.error.issues.map(issue => ({ ...issue, path: [...GLOSSARY, ...issue.path] }))
  return { findings: issueFindings(issues, locate) }
}

/** Where a key or an entry begins, or the deepest thing above it that there is. */
function offsetOf(root: Node | null, key: readonly PropertyKey[]): number {
  let [node, offset] = [root, root?.range?.[0] ?? 0]
  for (const part of key) {
    if (isSeq(node)) {
      const item: unknown = node.items[Number(part)]
      node = isNode(item) ? item : null
      offset = node?.range?.[0] ?? offset
    } else if (isMap(node)) {
      const pair = node.items.find(each => isScalar(each.key) && String(each.key.value) === String(part))
      offset = (isScalar(pair?.key) ? pair.key.range?.[0] : undefined) ?? offset
      node = isNode(pair?.value) ? pair.value : null
    }
  }
  return offset
}
