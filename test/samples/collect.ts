import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { transformSync, type Loader } from 'esbuild'
import type { Code, Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { compile } from 'vue-template-compiler'
import { parse } from 'vue/compiler-sfc'

/** What a fence is for: a whole test file, a module that tests import, an excerpt, or only something to look at. */
export type FenceKind = 'test' | 'file' | 'fragment' | 'shown'

/** One code fence of a page; `line` is the line of its opening marker, counted from 1. */
export interface Fence {
  page: string
  line: number
  lang: string
  kind: FenceKind
  /** File name of a `file=` fence, otherwise empty. */
  name: string
  code: string
}

/** Every code fence of a page, plus one sentence with file:line per fence whose marks are wrong. */
export interface PageFences {
  page: string
  fences: Fence[]
  problems: string[]
}

const aliases: Record<string, string> = { javascript: 'js', typescript: 'ts' }
const marked = new Set(['js', 'jsx', 'ts', 'tsx', 'html', 'vue'])

/** Reads the fences of one page. `page` is the path that messages name, `markdown` the whole file. */
export function readFences(page: string, markdown: string): PageFences {
  const result: PageFences = { page, fences: [], problems: [] }
  visitCode(fromMarkdown(blankFrontmatter(markdown)), node => addFence(result, node))
  return result
}

function visitCode(node: Nodes, visit: (code: Code) => void): void {
  if (node.type === 'code') visit(node)
  if ('children' in node) for (const child of node.children) visitCode(child, visit)
}

/** Keeps the line count, so that positions stay those of the file. */
function blankFrontmatter(markdown: string): string {
  return markdown.replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*$/m, (block, at: number) =>
    at === 0 ? block.replace(/[^\n]/g, '') : block,
  )
}

function addFence(result: PageFences, node: Code): void {
  const line = node.position?.start.line ?? 0
  const written = /^[\w-]*/.exec(node.lang ?? '')?.[0] ?? ''
  const lang = aliases[written] ?? written
  const words = (node.meta ?? '').replace(/\{[^}]*\}/g, ' ').split(/\s+/)
  const marks = words.filter(word => /^(test|fragment|file=.+)$/.test(word))
  if (marks.length > 1 || (marked.has(lang) && marks.length === 0)) {
    const found = marks.length === 0 ? 'none' : marks.join(' and ')
    result.problems.push(
      `${result.page}:${line} a ${lang} fence needs exactly one of test, file=<name>, fragment; found ${found}`,
    )
    return
  }
  const { kind, name } = readMark(marks[0], lang)
  result.fences.push({ page: result.page, line, lang, kind, name, code: node.value })
}

function readMark(mark: string | undefined, lang: string): { kind: FenceKind; name: string } {
  if (mark === 'test' || mark === 'fragment') return { kind: mark, name: '' }
  if (mark !== undefined) return { kind: 'file', name: mark.slice('file='.length).replace(/^\.\//, '') }
  return { kind: lang === 'json' ? 'fragment' : 'shown', name: '' }
}

/** What an excerpt may be a part of; the first wrapping that parses is enough. */
export const wrappings: ((code: string) => string)[] = [
  code => code,
  code => `(\n${code}\n)`,
  code => `({\n${code}\n})`,
  code => `class Excerpt {\n${code}\n}`,
  code => `async function excerpt() {\n${code}\n}`,
]

/** Parses a fence that does not run by itself. Returns what is wrong with it, undefined when nothing is. */
export function checkFragment(fence: Fence): string | undefined {
  if (fence.lang === 'json') return parseScript(fence.code, 'json')
  if (fence.lang === 'vue') return checkVue(fence.code)
  if (fence.lang === 'html') return checkHtml(fence.code)
  if (/^[jt]sx?$/.test(fence.lang)) return checkScript(fence.code, fence.lang)
  return undefined
}

function checkScript(code: string, lang: string): string | undefined {
  const loaders: Loader[] = lang.startsWith('ts') ? ['ts', 'tsx'] : ['jsx', 'ts']
  const failures = loaders.flatMap(loader => wrappings.map(wrap => parseScript(wrap(code), loader)))
  return failures.includes(undefined) ? undefined : failures[0]
}

function parseScript(code: string, loader: Loader): string | undefined {
  try {
    transformSync(code, { loader, format: 'esm', target: 'esnext', logLevel: 'silent' })
    return undefined
  } catch (error) {
    return firstLine(error)
  }
}

// The errors of `parse` itself are not used: it does not know that <input> has no end tag. The template compiler does.
function checkVue(code: string): string | undefined {
  const { template, script, scriptSetup } = parse({ source: code, filename: 'Excerpt.vue' })
  if (template === null && script === null && scriptSetup === null) return checkTemplate(code)
  for (const block of [script, scriptSetup]) {
    const problem = block === null ? undefined : checkScript(block.content, block.lang ?? 'js')
    if (problem !== undefined) return problem
  }
  return template === null ? undefined : checkTemplate(template.content)
}

/** A template holds no doctype and no script, a whole document does: the template compiler sees the rest. */
function checkHtml(code: string): string | undefined {
  const markup = code.replace(/<!doctype[^>]*>/i, '').replace(/<(script|style)\b[^]*?<\/\1>/gi, '')
  return checkTemplate(`<div>${markup}</div>`)
}

function checkTemplate(template: string): string | undefined {
  return compile(template).errors[0]
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const lines = text.split('\n').filter(line => line.trim() !== '')
  return lines.find(line => line.startsWith('<stdin>')) ?? lines[0] ?? 'unknown error'
}

/** One test to execute: its code, its modules, and every place in the pages that shows exactly this. */
export interface Sample {
  fence: Fence
  files: Fence[]
  /** `fence` itself and the same sample in other pages, which are not executed again. */
  places: Fence[]
}

export interface Collection {
  pages: PageFences[]
  samples: Sample[]
}

/** Reads all pages below `root` whose path begins with `filter`, checks what is not executed and collects what is. */
export function collectSamples(root: string, filter = ''): Collection {
  const prefix = filter.replace(/^content\//, '')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map(file => file.split(path.sep).join('/'))
    .filter(file => file.endsWith('.md') && file.startsWith(prefix))
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  const pages = files.map(file => readFences(file, readFileSync(path.join(root, file), 'utf8')))
  for (const page of pages) page.problems.push(...checkPage(page))
  return { pages, samples: shareSamples(pages) }
}

/** English pages come first, so that a shared sample runs in the folder of the English page. */
const rank = (file: string) => (/^(fr|ja|pt|ru|zh)\//.test(file) ? `1${file}` : `0${file}`)

function checkPage({ page, fences }: PageFences): string[] {
  const problems: string[] = []
  for (const fence of fences) {
    const problem = fence.kind === 'test' || fence.kind === 'shown' ? undefined : checkFragment(fence)
    if (problem !== undefined) problems.push(`${page}:${fence.line} ${fence.lang} does not parse: ${problem}`)
    if (fence.kind === 'file' && !isUsed(fence, fences))
      problems.push(`${page}:${fence.line} no sample of this page imports ./${fence.name}`)
  }
  return problems
}

function isUsed(file: Fence, fences: Fence[]): boolean {
  const stem = `./${file.name.replace(/\.[jt]sx?$/, '')}`
  return fences.some(fence => fence !== file && fence.kind !== 'shown' && fence.code.includes(stem))
}

function shareSamples(pages: PageFences[]): Sample[] {
  const byContent = new Map<string, Sample>()
  for (const { fences } of pages)
    for (const fence of fences.filter(candidate => candidate.kind === 'test')) {
      const files = modulesFor(fence, fences)
      const content = [fence.lang, fence.code, ...files.flatMap(file => [file.name, file.code])]
      const key = JSON.stringify(content)
      const known = byContent.get(key)
      if (known) known.places.push(fence)
      else byContent.set(key, { fence, files, places: [fence] })
    }
  return [...byContent.values()]
}

/** A guide may show a module twice, the second time improved: a test takes the last version above it. */
function modulesFor(test: Fence, fences: Fence[]): Fence[] {
  const chosen = new Map<string, Fence>()
  for (const fence of fences)
    if (fence.kind === 'file' && (fence.line < test.line || !chosen.has(fence.name)))
      chosen.set(fence.name, fence)
  return [...chosen.values()]
}
