import { readFileSync } from 'node:fs'
import path from 'node:path'
import { slug } from 'github-slugger'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { readFences, type Fence } from '../samples/fences.ts'

/** A set-up as a part of a page describes it: what a reader types and which files a reader creates. */
export interface Setup {
  /** Page and heading, such as `installation/using-with-jest.md#by-hand`. */
  place: string
  /** The lines of the shell, in the order of the page. */
  commands: string[]
  /** File name to text: fences that name their file in the first line, `package.json` only as what is added to it. */
  files: Map<string, string>
  /** The fences with a mark that the samples run by, and components that they import. */
  samples: Fence[]
}

/** Reads the part of a page below a heading, up to the next heading of the same level. Throws where it is missing. */
export function readSetup(root: string, place: string): Setup {
  const [page = '', id = ''] = place.split('#')
  const markdown = readFileSync(path.join(root, page), 'utf8')
  const [first, last] = findPart(markdown, id)
  const fences = readFences(page, markdown).fences.filter(({ line }) => line > first && line < last)
  if (fences.length === 0) throw new Error(`${place} has no code`)
  return {
    place,
    commands: fences.filter(({ lang }) => lang === 'bash').flatMap(({ code }) => code.split('\n')),
    files: namedFiles(fences),
    samples: fences.filter(({ kind }) => kind === 'test' || kind === 'file'),
  }
}

/** What makes two set-ups the same one, though they stand in pages of different languages: all but comments. */
export function setupKey({ commands, files, samples }: Setup): string {
  const texts = [...files].map(([name, text]) => [name, text.replace(/^\/\/.*/gm, '')])
  return JSON.stringify([commands, texts, samples.map(({ name, code }) => [name, code])])
}

function findPart(markdown: string, id: string): [number, number] {
  const lines = markdown.split('\n')
  const headings = fromMarkdown(markdown)
    .children.filter(node => node.type === 'heading')
    .map(({ depth, position }) => ({ depth, line: position?.start.line ?? 0 }))
  const start = headings.find(({ line }) => headingId(lines[line - 1] ?? '') === id)
  if (!start) throw new Error(`no heading has the id ${id}`)
  const end = headings.find(({ line, depth }) => line > start.line && depth <= start.depth)
  return [start.line, end?.line ?? Infinity]
}

function headingId(line: string): string {
  const [, text = '', id] = /^#+ (.*?)(?: \{#([\w-]+)\})?$/.exec(line) ?? []
  return id ?? slug(text)
}

function namedFiles(fences: Fence[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const { lang, code } of fences) {
    const name = lang === 'json' ? jsonName(code) : /^\/\/ (\S+\.\w+)/.exec(code)?.[1]
    // A page may return to a file later to show one more setting.
    if (name !== undefined && !files.has(name)) files.set(name, code)
  }
  return files
}

/** JSON has no comments that could name its file. */
function jsonName(code: string): string | undefined {
  if (code.includes('"compilerOptions"')) return 'tsconfig.json'
  return code.includes('"scripts"') ? 'package.json' : undefined
}
