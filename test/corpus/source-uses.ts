import path from 'node:path'

/** What a page of another generator uses, in order. */
export interface Uses {
  /** Texts of badges. */
  badges: string[]
  /** Labels of the tabs of each code group. */
  groups: string[][]
  /** Containers and alerts by kind, those with a title of their own as `tip: Title`. */
  boxes: string[]
  /** Number of fences and snippets. */
  blocks: number
  /** Lines that markers in code mark, by the class that docsgen gives them. */
  marked: string[]
  /** Markers that stand there as text: those that are to be shown, and unknown ones. */
  shown: string[]
  /** Elements, containers and markers that docsgen does not know, with their lines. */
  unknown: { name: string; line: number }[]
}

const BOXES = new Set(['tip', 'info', 'warning', 'danger', 'details'])
const CONTAINERS = new Set([...BOXES, 'v-pre', 'slot', 'code-group'])
const ELEMENTS = new Set(['Badge', 'OutboundLink', 'ClientOnly', 'code-group', 'code-block'])
const MARKS: Record<string, string> = {
  '++': 'added',
  '--': 'removed',
  highlight: 'highlighted',
  focus: 'focused',
  error: 'error',
  warning: 'warning',
}
const ATTRIBUTES = /<Badge\b((?:[^>"']|"[^"]*"|'[^']*')*?)(?:\/>|>(.*?)<\/Badge>)/g

interface Reading {
  uses: Uses
  /** What opened the code or the script that the line is in. */
  until: RegExp | undefined
  /** The code group that the line is in. */
  group: string[] | undefined
}

/** Reads a source line by line: no parser of Markdown is asked, least of all that of docsgen. */
export function readUses(source: string): Uses {
  const uses: Uses = { badges: [], groups: [], boxes: [], blocks: 0, marked: [], shown: [], unknown: [] }
  const reading: Reading = { uses, until: undefined, group: undefined }
  const frontmatter = /^---\n[^]*?\n---\n/.exec(source)?.[0] ?? ''
  const first = frontmatter.split('\n').length
  for (const [row, line] of source.slice(frontmatter.length).split('\n').entries())
    readLine(line, row + first, reading)
  return uses
}

function readLine(line: string, number: number, reading: Reading): void {
  const { uses, until, group } = reading
  if (until) {
    if (until.test(line)) reading.until = undefined
    for (const [, escape, name = ''] of line.matchAll(/\[!(!?)code ([^\]:]*)/g)) {
      const mark = escape ? undefined : MARKS[name]
      if (mark !== undefined) uses.marked.push(mark)
      else uses.shown.push(name)
      if (!escape && mark === undefined) uses.unknown.push({ name, line: number })
    }
    return
  }
  const [, tag] = /^<(script|style)\b/.exec(line) ?? []
  const [, marks, info = ''] = /^[\s>]*(`{3,}|~{3,})\s*(.*)$/.exec(line) ?? []
  if (tag) reading.until = new RegExp(`^</${tag}>`)
  else if (marks) {
    reading.until = new RegExp(`^[\\s>]*${marks[0]}{${marks.length},}\\s*$`)
    addBlock(/\[([^\]]*)\]/.exec(info)?.[1] ?? '', uses, group)
  } else {
    readBox(line.replaceAll('`', ''), number, reading)
    readText(line.replace(/`[^`]*`/g, ''), number, reading)
  }
}

function addBlock(label: string, uses: Uses, group: string[] | undefined): void {
  uses.blocks += 1
  group?.push(label)
}

function readText(line: string, number: number, reading: Reading): void {
  const { uses, group } = reading
  for (const [, attributes = '', text = ''] of line.matchAll(ATTRIBUTES))
    uses.badges.push(/\btext=["'](.*?)["']/.exec(attributes)?.[1] ?? text)
  for (const [, name = ''] of line.matchAll(/(?<![\w\\])<([A-Z][\w-]*|[a-z]+-[\w-]+)(?=[\s/>])/g))
    if (!ELEMENTS.has(name)) uses.unknown.push({ name, line: number })
  const [, file, label] = /^<<<\s*(\S+?)(?:[#{].*?)?(?:\s+\[(.*)\])?$/.exec(line) ?? []
  if (file !== undefined) addBlock(label ?? path.basename(file), uses, group)
  const [, tab] = /<code-block title="(.*?)"/.exec(line) ?? []
  if (tab !== undefined) uses.groups.at(-1)?.push(tab)
}

function readBox(line: string, number: number, reading: Reading): void {
  const { uses } = reading
  const [, alert] = /^> \[!(\w+)\]/.exec(line) ?? []
  if (alert) uses.boxes.push(alert.toLowerCase())
  const [, kind, title = ''] = /^\s*:{3,}\s*([\w-]+)\s*(.*)$/.exec(line) ?? []
  if (kind === 'code-group' || /^\s*<code-group>/.test(line)) uses.groups.push([])
  if (kind === 'code-group') reading.group = uses.groups.at(-1)
  else if (/^\s*:{3,}\s*$/.test(line)) reading.group = undefined
  else if (kind !== undefined && BOXES.has(kind)) uses.boxes.push(title === '' ? kind : `${kind}: ${title}`)
  if (kind !== undefined && !CONTAINERS.has(kind)) uses.unknown.push({ name: kind, line: number })
}
