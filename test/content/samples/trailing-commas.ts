import { parseAst } from 'vitest/node'
import { wrappings } from './check-fragment.ts'
import type { Fence } from './fences.ts'

type Tree = { type: string; start: number; end: number } & Record<string, unknown>

/** Lines of a fence, counted from 1, whose literal goes on to the next line only to end there, without a comma. */
export function missingCommas({ lang, code }: Fence): number[] {
  if (/^[jt]sx?$/.test(lang)) return missingIn(code, lang.startsWith('ts'))
  if (lang !== 'vue') return []
  return [...code.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)].flatMap(block => {
    const [whole, attributes = '', script = ''] = block
    const above = lineOf(code, block.index + whole.indexOf('>')) - 1
    return missingIn(script, attributes.includes('lang="ts"')).map(line => above + line)
  })
}

function missingIn(code: string, isTyped: boolean): number[] {
  for (const wrap of wrappings) {
    const wrapped = wrap(code)
    const above = lineOf(wrapped, wrapped.indexOf(code)) - 1
    try {
      const tree: unknown = parseAst(wrapped, { lang: isTyped ? 'ts' : 'jsx' })
      return literalsOf(tree)
        .flatMap(literal => lastLine(literal, wrapped) ?? [])
        .map(line => line - above)
    } catch {
      // An excerpt may be a part of something else: the next wrapping.
    }
  }
  return []
}

/** Objects and arrays anywhere in a tree. */
function literalsOf(value: unknown): Tree[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(literalsOf)
  const { type } = value as Partial<Tree>
  return type === 'ObjectExpression' || type === 'ArrayExpression' ? [value as Tree, ...inner] : inner
}

/** Line of the last entry of a literal that ends on a later line without a comma between. */
function lastLine({ type, properties, elements, end }: Tree, code: string): number | undefined {
  const entries = (type === 'ObjectExpression' ? properties : elements) as (Tree | null)[]
  const last = entries.at(-1)
  if (!last) return undefined
  const rest = code.slice(last.end, end).replace(/\/\/.*|\/\*[^]*?\*\//g, '')
  return rest.includes('\n') && !rest.includes(',') ? lineOf(code, last.end) : undefined
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
