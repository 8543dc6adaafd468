/** The lines of a text that are JavaScript. */
export interface ModuleLines {
  /** Imported name → what it is imported from. */
  imports: Map<string, string>
  /** Offsets of each block of imports or exports. */
  blocks: { start: number; end: number; isExport: boolean }[]
}

/** Finds imports and exports: a block of them begins a line at the margin and ends with a blank line outside of braces. */
export function readImports(markup: string): ModuleLines {
  const blocks: ModuleLines['blocks'] = []
  const imports = new Map<string, string>()
  let at = 0
  let depth = 0
  let open: ModuleLines['blocks'][number] | undefined
  let isFresh = true
  for (const line of markup.split('\n')) {
    const isBlank = line.trim() === ''
    if (open && isBlank && depth <= 0) open = undefined
    if (!open && isFresh && /^(?:import|export)\b(?=[\s{*'"])/.test(line)) {
      open = { start: at, end: at, isExport: line.startsWith('export') }
      blocks.push(open)
      depth = 0
    }
    if (open) {
      depth += count(line, '{(') - count(line, '})')
      open.end = at + line.length
      if (/^export\b/.test(line)) open.isExport = true
    }
    isFresh = isBlank
    at += line.length + 1
  }
  for (const { start, end } of blocks) addImports(markup.slice(start, end), imports)
  return { imports, blocks }
}

function count(line: string, signs: string): number {
  return [...line].filter(sign => signs.includes(sign)).length
}

function addImports(code: string, imports: Map<string, string>): void {
  for (const statement of code.split(/;|\n(?=import\b)/)) {
    const [before = '', behind = ''] = splitAtLast(statement.trim(), ' from ')
    const names = before.startsWith('import ') ? before.slice('import '.length) : undefined
    const source = /^\s*['"]([^'"\n]+)['"]/.exec(behind)?.[1]
    if (names === undefined || source === undefined) continue
    for (const name of names.replace(/[{}]/g, ',').split(',')) {
      const [imported = '', local = imported] = name.trim().split(' as ')
      if (local.trim()) imports.set(local.trim(), source)
    }
  }
}

function splitAtLast(text: string, sign: string): string[] {
  const at = text.lastIndexOf(sign)
  return at === -1 ? [] : [text.slice(0, at), text.slice(at + sign.length)]
}
