import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { systemRefusal } from '../lib/errors.ts'
import type { Finding, Place } from '../schema/finding.ts'
import { type GlossaryEntry, glossarySchema } from '../schema/config.ts'
import { issueFindings } from './validate.ts'

/** Where the entries would stand in the configuration: messages name their keys so. */
const KEY = ['check', 'glossary']

/** Where a key stands, or a text below it. */
type Locate = (key: readonly PropertyKey[], value?: string) => Place

/**
 * Reads the glossary from the file that `check.glossary` names, a list in YAML or JSON, relative to the root. What is
 * wrong with it is found in the file; `place` is where the configuration names it. `locate` says where a key of an entry
 * stands.
 */
export function loadGlossary(
  root: string,
  name: string,
  place: Place,
): { entries: GlossaryEntry[]; locate: Locate } | { findings: Finding[] } {
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
  const locate = (key: readonly PropertyKey[]) => placeOf(offsetOf(document.contents, key.slice(KEY.length)))
  // An empty file is an empty list.
  const result = glossarySchema.safeParse(document.toJS() ?? [], { reportInput: true })
  if (result.success) return { entries: result.data, locate }
  const issues = result.error.issues.map(issue => ({ ...issue, path: [...KEY, ...issue.path] }))
  return { findings: issueFindings(issues, { file, locate }) }
}

/** Places of the glossary's entries in its file, of all else in the configuration. */
export function locateWithGlossary(config: Locate, glossary: Locate): Locate {
  const isEntry = (key: readonly PropertyKey[]) =>
    key.length > KEY.length && KEY.every((part, index) => key[index] === part)
  return (key, value) => (isEntry(key) ? glossary(key) : config(key, value))
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
