import { parse } from 'acorn'
import { transformSync } from 'esbuild'
import { readModules, type Source } from './sources.ts'

/** A regular expression as it is written. */
export interface Written {
  file: string
  source: string
  flags: string
}

/** Every regular expression that is written in these folders, each once: literals, and `RegExp` of a text. */
export function listRegularExpressions(...folders: string[]): Written[] {
  const found = readModules(...folders).flatMap(readFile)
  return [...new Map(found.toReversed().map(one => [`/${one.source}/${one.flags}`, one])).values()]
}

interface Node {
  type: string
  [key: string]: unknown
}

/** TypeScript 7 gives no syntax tree to programs: types are taken off first. */
function readFile({ file, text }: Source): Written[] {
  const loader = /\.tsx?$/.test(file) ? (file.endsWith('x') ? 'tsx' : 'ts') : 'js'
  const supported = { 'regexp-set-notation': true }
  const { code } = transformSync(text, { loader, jsx: 'automatic', target: 'es2024', supported })
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true })
  return walk(tree as unknown as Node).flatMap(node => {
    const pattern = patternOf(node)
    return pattern ? [{ file, ...pattern }] : []
  })
}

function walk(node: Node): Node[] {
  const children = Object.values(node).flat() as (Node | undefined)[]
  return [node, ...children.flatMap(child => (typeof child?.type === 'string' ? walk(child) : []))]
}

function patternOf(node: Node): { source: string; flags: string } | undefined {
  const { regex } = node as { regex?: { pattern: string; flags: string } }
  if (regex) return { source: regex.pattern, flags: regex.flags }
  if (!/^(?:New|Call)Expression$/.test(node.type)) return undefined
  const { callee, arguments: given } = node as unknown as { callee: Node; arguments: Node[] }
  if (callee['name'] !== 'RegExp') return undefined
  const source = given[0] && textOf(given[0])
  return source === undefined ? undefined : { source, flags: (given[1] && textOf(given[1])) ?? '' }
}

/** What a text is made of; what is only known when it runs counts as a letter. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  const { quasis } = node as unknown as { quasis: { value: { cooked: string } }[] }
  return quasis.map(({ value }) => value.cooked).join('a')
}
