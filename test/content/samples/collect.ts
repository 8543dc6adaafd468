import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkFragment } from './check-fragment.ts'
import { missingCommas } from './trailing-commas.ts'
import { readFences, type Fence, type PageFences } from './fences.ts'

/** One test to execute: its code, the modules beside it, and every place in the pages that shows exactly this. */
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
    .sort((a, b) => depthOrder(a, b))
  const pages = files.map(file => readFences(file, readFileSync(path.join(root, file), 'utf8')))
  for (const page of pages) page.problems.push(...checkPage(page))
  return { pages, samples: shareSamples(pages) }
}

/** English pages stand first, so that a shared sample runs in the folder of the English page. */
function depthOrder(a: string, b: string): number {
  const rank = (file: string): string => (/^(fr|ja|pt|ru|zh)\//.test(file) ? `1${file}` : `0${file}`)
  return rank(a) < rank(b) ? -1 : 1
}

function checkPage({ page, fences }: PageFences): string[] {
  const problems: string[] = []
  for (const fence of fences) {
    for (const line of missingCommas(fence))
      problems.push(`${page}:${fence.line + line} a literal of several lines ends without a comma`)
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
      const key = contentKey(fence, files)
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

function contentKey(fence: Fence, files: Fence[]): string {
  const content = [fence.lang, fence.code, ...files.flatMap(file => [file.name, file.code])]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
